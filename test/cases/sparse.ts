/**
 * 25x25 Sudokus with 262 and 272 givens and one solution each, which no backtracking was seen to
 * find. Made by the generator, and then by taking away givens for as long as `learn` proved that
 * there was no other solution: with 20,000 to 40,000 conflicts at the end.
 */
export const SPARSE: readonly string[] = [
  '...G.............6O.L...C.28.....G..4CO3.E..D...MIJE.C7..OM..KDNI.....B3F..L.......FB..H1.J..9..64..34.A1IN....G.8.....PD.O...C.8...4.I9..K2..5....HFPGB..L6.E...7..J.DK..C..4N.34...P....C....2.79..M...F9O...K8..M...1N.....B.L..I7K..1.JN...8CM...G96.A...IDO1NB.LA.95P.8.6.M...A..6.....MG.....B.K....P.OL3.9..P.K.D.6..C.H..5...5..K...6...1.I..7..A3G.E...MN.5..H.J8.7...L..F...1...L...G.DE.....A.PF24..HC9..O.3........D..5.P.7KJ.H5..9..E.AL.JO.6.M....I.E....A5J.PK6G2.....C.O.....1P.....2F.7..KO.LH..8C....J.4..1....5C.8.B......IG.FN2.9D84........E6C5.K...9..OA5..NB.G..4.....J.8.7M..6..H39....J..N...D21...CLK.J.H..F.M9A..N8..B',
  '4.O2H9..G.7.6.1....F..IPE.J39....1N.C.2I4..H.ODK...D.F..2..KP5.N.6.8.EA........B...6....A..2GC.J1.5..A.M6F.5.C..O84..D...LN...G.B.1....L....7I..4E2...1M.DA.9C.5I..P.N..3.....43..IK..P.G...E..O.BH5.1.D..NP..47..G...M5...L.J.C.C.J..IA...N.....F.....7..O.2.NJ...6.....3.....7..L....4COI.D8HFK3.PAG..N.E.....IEH.A.2N....6L.7.B..PE...P.L45.J...DH....8O.KGDC.3...MF...B.6.E.4...91...6....87..2..P..FOM.5JNK..H.......C1..J.A6..BI.D.KF..3.J..A6M9...G....E...P....D.G.E.F..K.L..2...3....NM23.K..8A.B.7....46...L.58...HOM.P.....79..D..BI...6C....G.FO...L..P87.N.....M...3D.B2.J.81...GFAKM6JN..P.5.LC.F........O..D..5G28FH7.J.....6..L.I',
];
