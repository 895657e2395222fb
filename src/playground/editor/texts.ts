/** Texts to start from, in Knuth's form. */
import { writeDlx } from '../../engine/formats/dlx/write.ts';
import { langford, queens } from '../../puzzles/classics.ts';

interface Start {
  readonly name: string;
  readonly title: string;
  text(): string;
}

export const STARTS: readonly Start[] = [
  {
    name: 'knuth',
    title: 'Seven items',
    text: () => `| Knuth's example: which of these options
| cover each item exactly once?
a b c d e f g
c e f
a d g
b c f
a d
b g
d e g
`,
  },
  {
    name: 'colours',
    title: 'Colours',
    text: () => `| x and y may be used several times,
| but in one colour only.
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
`,
  },
  {
    name: 'costs',
    title: 'Times and costs',
    text: () => `| Two or three people on each shift, each person at most once.
| An option costs what stands after its bar.
2:3|early 1:2|late | Ada Bo Cem Dee Eve
early Ada |3
early Bo |4
late Bo |2
early Cem |2
late Cem |6
early Dee |5
late Dee |3
late Eve |4
`,
  },
  {
    name: 'queens',
    title: 'Six queens',
    text: () => `| A queen in each row and column, at most one on a diagonal.
${writeDlx(queens(6))}`,
  },
  {
    name: 'langford',
    title: 'Langford 4',
    text: () => `| Two of each number, k places apart from its twin.
${writeDlx(langford(4))}`,
  },
];
