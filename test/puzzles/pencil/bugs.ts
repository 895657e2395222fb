/**
 * Positions of 9x9 Sudokus with one solution, which are bivalue universal graves of the types 1 to 4, the last one of two.
 * They were met while generated puzzles were solved: the possible values of each cell, row by row.
 */
const TEXTS = [
  [
    '1 6 3 58 25 7 9 28 4',
    '5 7 2 9 4 38 1 38 6',
    '4 9 8 13 6 123 5 23 7',
    '3 1 4 7 8 9 2 6 5',
    '7 2 9 6 1 5 3 4 8',
    '6 8 5 2 3 4 7 9 1',
    '2 5 6 18 9 18 4 7 3',
    '9 3 1 4 7 6 8 5 2',
    '8 4 7 35 25 23 6 1 9',
  ],
  [
    '56 8 56 9 3 7 4 1 2',
    '4 7 1 6 2 8 5 9 3',
    '3 9 2 4 5 1 8 6 7',
    '2 56 3 7 68 4 1 58 9',
    '9 4 56 1 68 2 3 7 58',
    '7 1 8 3 9 5 2 4 6',
    '156 2 9 8 4 36 7 35 15',
    '15 35 4 2 7 9 6 358 18',
    '8 36 7 5 1 36 9 2 4',
  ],
  [
    '9 346 24 7 8 5 26 34 1',
    '8 1 24 3 6 24 9 5 7',
    '35 3456 7 1 24 9 26 34 8',
    '7 8 5 4 9 1 3 6 2',
    '4 2 3 6 5 8 7 1 9',
    '6 9 1 2 7 3 4 8 5',
    '23 34 8 9 1 24 5 7 6',
    '25 45 6 8 24 7 1 9 3',
    '1 7 9 5 3 6 8 2 4',
  ],
];

export const BUGS = TEXTS.map((rows) =>
  rows.flatMap((row) => row.split(' ').map((cell) => [...cell].map(Number))),
);
