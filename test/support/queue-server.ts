import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server for queues, in a folder of its own, on this machine alone. */
export interface QueueServerProcess {
  readonly connection: string;
  start(): Promise<void>;
  /** Ends it at once, as a failure of its machine would. */
  kill(): Promise<void>;
  /** Ends it, and removes its folder. */
  remove(): Promise<void>;
}

/** Says why tests of queues cannot run here; undefined where they can. */
export function missingServers(): string | undefined {
  const missing = [
    ...(spawnSync('redis-server', ['--version']).error ? ['redis-server'] : []),
    ...(postgresFolder() === undefined ? ['postgresql'] : []),
  ];
  if (missing.length === 0) return undefined;
  const text = `there is no ${missing.join(' and no ')}`;
  if ((process.env['CI'] ?? process.env['REQUIRE_QUEUES']) !== undefined)
    throw new Error(`Queues cannot be tested: ${text}.`);
  return text;
}

function postgresFolder(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  return readdirSync(root)
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

export async function redisServer(): Promise<QueueServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'holonomic-redis-'));
  const port = await freePort();
  return serverOf(folder, port, `redis://127.0.0.1:${port}`, () =>
    // Each command is on the disk before it is answered.
    spawn('redis-server', [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
      ...['--appendonly', 'yes', '--appendfsync', 'always'],
    ]),
  );
}

export async function postgresServer(): Promise<QueueServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'holonomic-postgres-'));
  const port = await freePort();
  const programs = postgresFolder()!;
  // PostgreSQL does not run as root.
  const user =
    process.getuid?.() === 0 ? (['uid', 'gid'] as const).map((which) => idOfPostgres(which)) : [undefined, undefined];
  const [uid, gid] = user;
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const owner = { cwd: folder, ...(uid !== undefined && gid !== undefined && { uid, gid }) };
  execFileSync(join(programs, 'initdb'), ['-D', folder, '-A', 'trust', '-U', 'holonomic'], {
    ...owner,
    stdio: 'ignore',
  });
  return serverOf(folder, port, `postgres://holonomic@127.0.0.1:${port}/postgres`, () =>
    spawn(join(programs, 'postgres'), ['-D', folder, '-p', String(port), '-k', folder, '-h', '127.0.0.1'], owner),
  );
}

const idOfPostgres = (which: 'uid' | 'gid'): number =>
  Number(execFileSync('id', [which === 'uid' ? '-u' : '-g', 'postgres'], { encoding: 'utf8' }));

function serverOf(folder: string, port: number, connection: string, run: () => ChildProcess): QueueServerProcess {
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (child?.exitCode !== null) return;
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child.kill('SIGQUIT');
    setTimeout(() => child?.kill('SIGKILL'), 2000).unref();
    await ended;
    child = undefined;
  };
  return {
    connection,
    async start() {
      child = run();
      for (let tries = 0; !(await answers(port)); tries++) {
        if (tries === 300) throw new Error(`no server at ${connection}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    kill,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
