import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { createGzip } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};

export interface StaticHost {
  /** The address of the folder, with a slash at its end. */
  readonly url: string;
  readonly server: Server;
}

/** Serves a folder below a path, as hosts of static files do, compressed. */
export async function serveFolder(folder: string, below: string): Promise<StaticHost> {
  const server = createServer((request, response) => {
    const path = decodeURI(new URL(request.url ?? '/', 'http://localhost').pathname);
    const inside = normalize(path.slice(below.length));
    const file = join(folder, path.endsWith('/') ? `${inside}/index.html` : inside);
    if (!path.startsWith(below) || inside.startsWith('..') || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'text/plain',
      'content-encoding': 'gzip',
      'cache-control': 'max-age=600',
    });
    createReadStream(file)
      .pipe(createGzip({ level: 9 }))
      .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`, server };
}
