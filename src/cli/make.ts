import { dlxLines } from '../problem/dlx/write.ts';
import { EXIT } from './exit.ts';
import { galleryCommand } from './gallery.ts';

export const make = galleryCommand({
  name: 'make',
  summary: 'prints a problem of the gallery as text: queens, pentominoes ...',
  about:
    "Prints a problem of the gallery in the text format of Knuth's dlx programs: for quadrille " +
    'solve, and for other solvers.',
  flags: {},
  examples: [
    ['quadrille make --list', 'all there is'],
    ['quadrille make pentominoes 4x15 | quadrille solve --count', 'prints 1472'],
    ['quadrille make queens --help', 'what a problem can be told'],
  ],
  async run({ problem }, _given, args, shell) {
    // What made it stands above it as a comment; arguments may hold whole drawings.
    shell.console.write(`| quadrille make ${args.join(' ').replace(/\s+/g, ' ')}\n`);
    await shell.console.writeAll(dlxLines(problem));
    return EXIT.answered;
  },
});
