import type { Clue, Variant } from '../../../src/sudoku.ts';

/** What a variant states; the order of clues says nothing. */
export function contentOf({ shape, clues, candidates }: Variant): unknown {
  const key = ({ kind, cells, numbers }: Clue) => `${kind} ${cells} ${numbers}`;
  return {
    shape: { ...shape, pieces: shape.pieces.map((piece) => [...piece].sort().join()).sort() },
    clues: clues.map(key).sort(),
    candidates: [...candidates],
  };
}

/** A 9x9 puzzle of f-puzzles with each kind of clue that it has. It need not have a solution. */
export function everyKind(): Record<string, unknown> {
  const grid: Record<string, unknown>[][] = Array.from({ length: 9 }, () =>
    Array.from({ length: 9 }, () => ({})),
  );
  grid[0][0] = { value: 5, given: true };
  grid[0][1] = { value: '6', given: true, c: '#ff0000' };
  grid[1][1] = { value: 7 };
  grid[2][2] = { givenPencilMarks: [1, 2, 3], cornerPencilMarks: [4] };
  grid[3][3] = { region: 4 };
  return {
    size: 9,
    title: 'Every kind',
    author: 'A test',
    ruleset: 'All of them.',
    grid,
    'diagonal+': true,
    'diagonal-': true,
    antiknight: true,
    antiking: true,
    disjointgroups: true,
    nonconsecutive: true,
    negative: ['ratio', 'xv'],
    killercage: [{ cells: ['R1C1', 'R1C2'], value: '11' }, { cells: ['R9C9'] }],
    littlekillersum: [{ cell: 'R0C1', direction: 'DR', value: '20', cells: ['R1C2'] }],
    arrow: [
      {
        cells: ['R2C2'],
        lines: [
          ['R2C2', 'R3C3', 'R4C4'],
          ['R2C2', 'R2C3'],
        ],
      },
      { cells: ['R5C5', 'R5C6'], lines: [['R5C6', 'R6C6']] },
      { cells: ['R9C1'], lines: [] },
    ],
    thermometer: [
      {
        lines: [
          ['R1C9', 'R2C9'],
          ['R1C9', 'R1C8'],
        ],
      },
    ],
    palindrome: [{ lines: [['R7C1', 'R7C2', 'R8C3']] }],
    renban: [{ lines: [['R7C4', 'R7C5', 'R8C5']] }],
    whispers: [{ lines: [['R3C1', 'R3C2']], value: '4' }, { lines: [['R4C1', 'R4C2']] }],
    betweenline: [{ lines: [['R8C6', 'R8C7', 'R8C8']] }],
    lockout: [{ lines: [['R9C6', 'R9C7', 'R9C8']], value: '4' }],
    regionsumline: [{ lines: [['R4C7', 'R3C7', 'R3C6']] }],
    clone: [{ cells: ['R4C8', 'R4C9'], cloneCells: ['R6C1', 'R6C2'] }],
    difference: [
      { cells: ['R1C3', 'R1C4'], value: '3' },
      { cells: ['R2C3', 'R2C4'], value: '' },
    ],
    ratio: [{ cells: ['R1C5', 'R1C6'], value: '3' }, { cells: ['R2C5', 'R2C6'] }],
    xv: [
      { cells: ['R5C1', 'R5C2'], value: 'X' },
      { cells: ['R5C3', 'R6C3'], value: '' },
    ],
    odd: [{ cell: 'R1C1' }, { cell: 'R1C3' }],
    even: [{ cell: 'R2C1' }],
    minimum: [{ cell: 'R5C8' }, { cell: 'R5C9' }],
    maximum: [{ cell: 'R6C8' }],
    quadruple: [{ cells: ['R6C4', 'R6C5', 'R7C4', 'R7C5'], values: [1, 2, 2] }],
    sandwichsum: [
      { cell: 'R0C2', value: '12' },
      { cell: 'R3C0', value: '' },
    ],
    xsum: [{ cell: 'R10C3', value: '15' }],
    skyscraper: [{ cell: 'R4C10', value: '3' }],
    extraregion: [{ cells: ['R1C1', 'R2C2', 'R3C4'] }],
    line: [{ lines: [['R1C1', 'R1C2']], outlineC: '#000', width: 0.2 }],
    text: [{ cells: ['R1C1'], value: 'Hello' }],
    solution: Array.from({ length: 81 }, (_, cell) => 1 + (cell % 9)),
  };
}
