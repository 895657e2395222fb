import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

const file = new URL('../../docs/output.schema.json', import.meta.url);
const text = readFileSync(file, 'utf8');
/** The schema without the fields that may come later: those of today are all described. */
const closed = JSON.parse(text, (_, value) =>
  value?.type === 'object' ? { ...value, additionalProperties: false } : value,
);
const ajv = new Ajv2020({ strict: true, allErrors: true, discriminator: false });
const validate = ajv.compile({ ...closed, $id: 'urn:quadrille:closed' });
/** The schema as it is published. */
const validateOpen = ajv.compile(JSON.parse(text));

/** True if an object is a line of `--json`. */
export function isLine(line: unknown): boolean {
  return validate(line) && validateOpen(line);
}

/** The lines of an output of `--json`, each as the schema wants it. */
export function linesOf(stdout: string): Record<string, unknown>[] {
  expect(stdout).toMatch(/^(?:.+\n)*$/);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((text) => {
      const line = JSON.parse(text);
      for (const judge of [validate, validateOpen]) {
        if (!judge(line)) throw new Error(`${text}: ${ajv.errorsText(judge.errors)}`);
      }
      return line;
    });
}
