import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../../src/kernels/random.ts';
import type { TestServer } from './servers.ts';

/** What a run has survived. */
export interface Survived {
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
 * Worker processes that are killed at random moments, each once it has had a job, and started again. The server
 * crashes as well, and starts again. All deliveries are counted.
 */
export class Chaos {
  readonly #main: string;
  readonly #server: TestServer;
  readonly #plan: Plan;
  readonly #workers = new Set<Victim>();
  #kills = 0;
  #restarts = 0;
  #deliveries = 0;
  #again = 0;
  #isOver = false;

  constructor(main: string, server: TestServer, plan: Plan) {
    this.#main = main;
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
  end(): Survived {
    this.#isOver = true;
    for (const worker of this.#workers) worker.kill();
    const [kills, restarts, deliveries] = [this.#kills, this.#restarts, this.#deliveries];
    return { kills, restarts, deliveries, again: this.#again };
  }

  #begin(): void {
    const worker = new Victim(this.#main, this.#server.url, (before) => {
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

  constructor(main: string, url: string, onJob: (before: number) => void) {
    const args = ['queue', 'work', '--url', url, '--workers', '1', '--lock', '0.5', '--json'];
    this.#child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    this.#child.stdout?.on('data', (chunk) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        this.jobs++;
        onJob(JSON.parse(line).before);
      }
    });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
