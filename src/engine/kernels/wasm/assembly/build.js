// Compiles the AssemblyScript of this folder into ../module.ts. With --check: checks that it is up
// to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = fileURLToPath(new URL('.', import.meta.url));
const target = fileURLToPath(new URL('../module.ts', import.meta.url));
const flags = [
  ...[
    '--baseDir',
    here,
    '--runtime',
    'stub',
    '--importMemory',
    '--noExportMemory',
    '--noAssert',
    '--enable',
    'simd',
  ],
  ...['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge'],
];

/** A file of this folder as a module of WebAssembly, in hexadecimal digits. */
async function compiled(file) {
  const files = new Map();
  const { error, stderr } = await asc.main([file, '--outFile', 'module.wasm', ...flags], {
    writeFile: (name, contents) => files.set(name, contents),
  });
  if (error) {
    console.error(stderr.toString());
    process.exit(1);
  }
  const text = Buffer.from(files.get('module.wasm')).toString('hex');
  const lines = text.match(/.{1,90}/g).map((line) => `  '${line}'`);
  return lines.join(' +\n');
}

const source = `// The modules of WebAssembly in hexadecimal digits, as \`npm run build:wasm\` compiles them from
// \`assembly/\`. (gzip shortens digits to 0.75 of base64: equal bytes have equal digits.)

/** The loops of lists and planes. */
export const KERNELS =
${await compiled('kernels.ts')};

/** The loop of \`sweep\`. */
export const SWEEP =
${await compiled('sweep.ts')};

/** The steps of a state. */
export const STATE =
${await compiled('state.ts')};

/** The search for solutions of a Sudoku of 9x9. */
export const TRIADS =
${await compiled('triads.ts')};
`;
if (!process.argv.includes('--check')) {
  writeFileSync(target, source);
} else if (readFileSync(target, 'utf8') !== source) {
  console.error(
    'src/engine/kernels/wasm/module.ts is not what its sources give; run npm run build:wasm.',
  );
  process.exit(1);
}
