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
const files = new Map();
const { error, stderr } = await asc.main(['index.ts', '--outFile', 'module.wasm', ...flags], {
  writeFile: (name, contents) => files.set(name, contents),
});
if (error) {
  console.error(stderr.toString());
  process.exit(1);
}
const text = Buffer.from(files.get('module.wasm')).toString('base64');
const lines = text.match(/.{1,90}/g).map((line) => `  '${line}'`);
const source = [
  '/** The module of WebAssembly in base64, as `npm run build:wasm` compiles it from `assembly/`. */',
  `export const MODULE =\n${lines.join(' +\n')};\n`,
].join('\n');
if (!process.argv.includes('--check')) {
  writeFileSync(target, source);
} else if (readFileSync(target, 'utf8') !== source) {
  console.error('src/kernels/wasm/module.ts is not what its sources give; run npm run build:wasm.');
  process.exit(1);
}
