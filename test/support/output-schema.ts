import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

const file = new URL('../../docs/output.schema.json', import.meta.url);
/** The schema without the fields that may come later: those of today are all described. */
const schema = JSON.parse(readFileSync(file, 'utf8'), (_, value) =>
  value?.type === 'object' ? { ...value, additionalProperties: false } : value,
);
const validate = new Ajv2020({ strict: true, allErrors: true, discriminator: false }).compile(
  schema,
);

/** Whether an object is a line of `--json`. */
export function isLine(line: unknown): boolean {
  return validate(line);
}

/** The lines of an output of `--json`, each as the schema wants it. */
export function linesOf(stdout: string): Record<string, unknown>[] {
  expect(stdout).toMatch(/^(?:.+\n)*$/);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((text) => {
      const line = JSON.parse(text);
      expect([text, validate(line), validate.errors]).toEqual([text, true, null]);
      return line;
    });
}
