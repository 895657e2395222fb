import { expect } from 'vitest';
import { CATALOGUE } from '../../src/puzzles/gallery/catalogue.ts';
import { workFolder } from '../support/folder.ts';

/** What the examples of `--help` take for granted. */
const FILES = {
  'regions.txt': 'AAAB\nABBB\nCCCD\nCDDD\n',
  'puzzle.txt': '1...\n....\n....\n....\n',
  'heart.txt': '.#.#.\n#####\n#####\n.###.\n..#..\n',
  'words.txt': 'sator arepo tenet opera rotas\nbit ice ten big sat are ope rot\n',
  'region.txt': '####\n#..#\n####\n',
  'clues.non': 'width 2\nheight 2\nrows\n1\n2\ncolumns\n2\n1\n',
  'graph.txt': 'a b\nb c\nc d\nd a\n',
  'pieces.txt': 'corner:\n##\n#.\n',
  'bars.txt': 'S:\n###\n\nT:\n#\n',
  'few.txt': 'aba bab aaa\n',
  'square.txt': '123\n231\n312\n',
  'samurai.txt': `1${'.'.repeat(20)}\n${`${'.'.repeat(21)}\n`.repeat(20)}`,
  'ring.txt': 'AVA\nVAV\n',
  'wedges.txt': 'wedge*2:\nAVA\n',
  'cross.txt': '+-+\n| |\n+-+\n',
  'sudoku.txt':
    '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n',
};

/** Commands in a folder with these files. */
export function gallery() {
  const folder = workFolder(FILES);
  const { here } = folder;
  /** Runs a command with arguments as a shell hands them on. */
  const run = (command: string, name: string, args: string) =>
    here(`${command} ${name} ${args.replaceAll("'", '')}`.trim());
  const make = (name: string, args: string) => run('make', name, args);
  const count = async (name: string, args: string): Promise<string> => {
    const { stdout, stderr } = await make(name, args);
    expect(stderr).toBe('');
    return (await here('solve --count', { stdin: stdout })).stdout.trim();
  };
  return { ...folder, run, make, count };
}

/** The examples of help, with the number of solutions that they promise. */
export const promised = CATALOGUE.flatMap(({ name, examples }) =>
  examples.map(([args, about]) => ({
    name,
    args,
    none: about === 'none',
    solutions: /^(?:.*: )?([\d,]+)(?= solutions)/.exec(about)?.[1] ?? /: (\d+)$/.exec(about)?.[1],
  })),
);

export type Example = (typeof promised)[number];

/** Its search takes a while: gallery.system.test.ts draws and counts it. */
export const isLarge = ({ args }: Example) =>
  args.startsWith('6x6') || args.endsWith('--up-to-symmetry');

/** How many solutions there are is for SLOW: test/puzzles counts these, and the documents are tested with both. */
export const isLargest = ({ args }: Example) => args.startsWith('6x10');
