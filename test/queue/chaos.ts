import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Random } from '../../src/engine/kernels/random.ts';
import type { TestServer } from '../support/servers.ts';

/** The faults of a run that it has survived. */
export interface FaultCounts {
  readonly kills: number;
  readonly restarts: number;
  /** Deliveries of jobs, and those of jobs that had been delivered before. */
  readonly deliveries: number;
  readonly again: number;
}

interface Plan {
  readonly workers: number;
  readonly kills: number;
  readonly restarts: number;
  readonly seed: number;
  /** The deliveries before the first kill: a killed root job keeps all workers waiting. */
  readonly spared?: number;
}

/**
 * Worker processes that are killed at random moments, each once it has had a job, and started
 * again. The server crashes as well, and starts again. All deliveries are counted.
 */
export class Chaos {
  readonly #module: string;
  readonly #server: TestServer;
  readonly #plan: Plan;
  readonly #workers = new Set<Victim>();
  #kills = 0;
  #restarts = 0;
  #deliveries = 0;
  #again = 0;
  #isOver = false;

  /** `module`: the file of `work`. */
  constructor(module: string, server: TestServer, plan: Plan) {
    this.#module = module;
    this.#server = server;
    this.#plan = plan;
  }

  /** Kills until all kills are done, or until `end` is called. */
  async run(): Promise<void> {
    const { workers, kills, restarts, seed, spared = 0 } = this.#plan;
    const random = new Random(seed);
    for (let k = 0; k < workers; k++) this.#begin();
    while (!this.#isOver && (this.#kills < kills || this.#restarts < restarts)) {
      await wait(random.below(250) + 20);
      if (this.#deliveries < spared) continue;
      const ready = [...this.#workers].filter(({ jobs }) => jobs > 0);
      const victim = ready[random.below(Math.max(1, ready.length))];
      if (this.#kills < kills && victim !== undefined) {
        victim.kill();
        this.#workers.delete(victim);
        this.#kills++;
        this.#begin();
      }
      const isDue = this.#kills >= ((this.#restarts + 1) * kills) / (restarts + 1);
      if (this.#restarts < restarts && isDue) {
        await this.#server.crash();
        await wait(random.below(300));
        await this.#server.start();
        this.#restarts++;
      }
    }
  }

  get hasEnded(): boolean {
    return this.#kills >= this.#plan.kills && this.#restarts >= this.#plan.restarts;
  }

  /** Ends all workers. */
  end(): FaultCounts {
    this.#isOver = true;
    for (const worker of this.#workers) worker.kill();
    const [kills, restarts, deliveries] = [this.#kills, this.#restarts, this.#deliveries];
    return { kills, restarts, deliveries, again: this.#again };
  }

  #begin(): void {
    const worker = new Victim(this.#module, this.#server.url, (before) => {
      this.#deliveries++;
      if (before > 0) this.#again++;
    });
    this.#workers.add(worker);
  }
}

/** A worker process. */
class Victim {
  readonly #child: ChildProcess;
  /** The jobs that it has had. */
  jobs = 0;

  constructor(module: string, url: string, onJob: (before: number) => void) {
    const program = `
      import { work } from ${JSON.stringify(pathToFileURL(module).href)};
      await work({
        connection: ${JSON.stringify(url)},
        workers: 1,
        lockDuration: 500,
        maxStalledCount: 1_000_000,
        onJob: (_, before) => console.log(before),
      });`;
    const args = ['--input-type=module', '--eval', program];
    this.#child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    this.#child.stdout?.on('data', (chunk) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        this.jobs++;
        onJob(Number(line));
      }
    });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
