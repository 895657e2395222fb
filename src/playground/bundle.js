/**
 * Bundles for the browser, with less in them than esbuild alone would leave: what the page never asks for is left out,
 * WebAssembly is in text that gzip can compress, and parts that load together are one file.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build as esbuild } from 'esbuild';

/** What all bundles have in common. */
export const COMMON = {
  bundle: true,
  format: 'esm',
  minify: true,
  charset: 'utf8',
  ...(process.env.MANGLE && { mangleProps: new RegExp('^(' + process.env.MANGLE + ')$') }),
  legalComments: 'none',
  logLevel: 'warning',
  target: ['es2022'],
  write: false,
};

/** Modules of settings that the page never gives -> what stands in their place. */
const LEFT_OUT = {
  // Checkpoints. `Keeper.of` is asked for each question whether they are wanted.
  'ask/keeper.ts': 'export class Keeper { static of() {} }',
  // Proofs that another program checks.
  'learn/proof.ts': 'export class Proof {}',
  // Problems made smaller first.
  'problem/reduce.ts': 'export let deadEnd, finish, reducing;',
};

const leaveOut = {
  name: 'leave-out',
  setup({ onLoad }) {
    for (const [path, contents] of Object.entries(LEFT_OUT)) {
      const filter = new RegExp(`/src/${path.replace('.', '\\.')}$`);
      onLoad({ filter }, () => ({ contents, loader: 'js' }));
    }
  },
};

/**
 * The module of WebAssembly as a text with a character for each byte. gzip finds nothing in base64, so this saves
 * 1.5 KB.
 */
const byBytes = {
  name: 'by-bytes',
  setup({ onLoad }) {
    onLoad({ filter: /\/kernels\/wasm\/module\.ts$/ }, ({ path }) => {
      const lines = [...readFileSync(path, 'utf8').matchAll(/'([\w+/=]+)'/g)];
      const bytes = Buffer.from(lines.map(([, line]) => line).join(''), 'base64');
      const text = JSON.stringify(bytes.toString('latin1'));
      return { contents: `export const MODULE = btoa(${text});`, loader: 'js' };
    });
  },
};

/**
 * Bundles entry points with all they load, in files by their names. `together`: groups of modules that the page loads
 * at once. All that they import is one file for each group, which gzip compresses better than many.
 */
export async function bundle(settings, together) {
  const { outputFiles, metafile } = await esbuild({
    ...COMMON,
    ...settings,
    chunkNames: 'part-[hash]',
    splitting: true,
    // Nothing is written; paths are names.
    outdir: '.',
    metafile: true,
    plugins: [leaveOut, byBytes],
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, o]) => [basename(path), o]));
  return join(texts, groupsOf(outputs, together), outputs);
}

/** Name of a part -> the number of its group. Entry points stay apart: they have effects. */
function groupsOf(outputs, together) {
  const groups = new Map();
  const add = (name, group) => {
    const { entryPoint, imports } = outputs.get(name);
    if (entryPoint === undefined && !groups.has(name)) groups.set(name, group);
    for (const { path, kind } of imports) {
      if (kind === 'import-statement') add(basename(path), group);
    }
  };
  together.forEach((modules, group) => {
    for (const [name, { entryPoint }] of outputs) {
      if (modules.some((module) => entryPoint?.endsWith(module))) add(name, group);
    }
  });
  return groups;
}

/** Joins the parts of each group. What imports one of them imports that group. */
async function join(texts, groups, outputs) {
  const names = [...texts.keys()];
  const nameOf = (group) => `joined-${group}.js`;
  /** The name that an export of a part has in its group. */
  const joined = (part, name) => `${name}_${names.indexOf(part)}`;
  const links = (part, from, way) => {
    const list = outputs.get(part).exports.map((name) => way(name, joined(part, name)));
    return `export {${list.join()}} from ${JSON.stringify(from)};`;
  };
  const result = new Map();
  const make = async (entry, contents, group) => {
    const plugin = {
      name: 'join',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /./ }, ({ path, kind }) => {
          const part = basename(path);
          if (kind === 'entry-point') return { path: part, namespace: 'entry' };
          if (kind === 'dynamic-import') return { path, external: true };
          const own = groups.get(part);
          if (own === undefined) return { path, external: true, sideEffects: false };
          if (own === group) return { path: part, namespace: 'part', sideEffects: false };
          if (path.startsWith('./joined-')) return { path, external: true };
          return { path: part, namespace: 'link', sideEffects: false };
        });
        onLoad({ filter: /./, namespace: 'entry' }, () => ({ contents }));
        onLoad({ filter: /./, namespace: 'part' }, ({ path }) => ({ contents: texts.get(path) }));
        onLoad({ filter: /./, namespace: 'link' }, ({ path }) => ({
          contents: links(
            path,
            `./${nameOf(groups.get(path))}`,
            (name, own) => `${own} as ${name}`,
          ),
        }));
      },
    };
    const { outputFiles } = await esbuild({ ...COMMON, entryPoints: [entry], plugins: [plugin] });
    result.set(entry, outputFiles[0].contents);
  };
  for (const group of new Set(groups.values())) {
    const parts = names.filter((name) => groups.get(name) === group);
    const contents = parts.map((part) =>
      links(part, `./${part}`, (name, own) => `${name} as ${own}`),
    );
    await make(nameOf(group), contents.join('\n'), group);
  }
  for (const name of names) if (!groups.has(name)) await make(name, texts.get(name));
  return result;
}
