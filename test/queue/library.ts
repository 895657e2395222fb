import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Matrix } from '../cases/matrix.ts';
import { problemOf } from '../cases/problem.ts';
import { type Built, built } from '../support/built.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The library and the command line as they are published: a worker thread runs plain JavaScript.
 */
export interface Library extends Omit<Built, 'load'> {
  readonly queue: typeof import('../../src/queue.ts');
  compiled(matrix: Matrix): import('../../src/index.ts').Compiled;
  /** From now on bullmq, ioredis and pg can be found. */
  install(): void;
  load(): Promise<void>;
  /** A module of `dist`. */
  module: Built['load'];
}

export function library(): Library {
  const command = built({ library: true });
  let queue: Library['queue'];
  let index: { Compiled: typeof import('../../src/index.ts').Compiled };
  return {
    ...command,
    get queue() {
      return queue;
    },
    compiled: (matrix) => index.Compiled.from(problemOf(matrix).compile().data),
    module: command.load,
    install: () =>
      symlinkSync(join(root, 'node_modules'), join(command.folder, 'node_modules'), 'dir'),
    async load() {
      const rooms = ['client', 'server', 'submit', 'work'].map((name) =>
        command.load(`queue/${name}.js`),
      );
      queue = Object.assign({}, ...(await Promise.all(rooms)));
      index = await command.load('engine/problem/compiled.js');
    },
  };
}
