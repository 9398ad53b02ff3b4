import type { LoadedScene, SceneWorld } from '../../scene/read-scene.js';
import type { ModuleScene } from './module-scene.js';
import { ModuleWorld } from './module-world.js';

/**
 * Loads a scene that moves by a module, with values of parameters in place of its own. Worlds have what a stage asks
 * of them. Throws an Error where these values fit no machine.
 */
export function loadModule(scene: ModuleScene, params: Readonly<Record<string, number>> = {}): LoadedScene {
  const [dt, until] = new ModuleWorld(scene, params).numbers;
  const { title, summary, space } = scene;
  const loaded = { title, document: { title, summary, space }, params: scene.params, dt, until };
  return {
    ...loaded,
    build: () => sceneWorld(scene, new ModuleWorld(scene, params)),
  } as unknown as LoadedScene;
}

function sceneWorld(scene: ModuleScene, world: ModuleWorld): SceneWorld {
  const { traces, picture, reach } = scene;
  const { connectors } = world;
  const bodies = [...world.named.values()];
  const { looks, points, angles, labels, names, follow, layers, driven, ...others } = picture;
  const texts = (list: typeof labels): ReadonlyMap<object, string> =>
    new Map(list.map(([connector, text]) => [connectors[connector]!, text]));
  return {
    world,
    bodies: new Map([...world.named].map(([name, body]) => [name, { name, body, connectors: new Map() }])),
    constraints: new Map(world.constraints.map((one) => [one.name, one])),
    drivers: [],
    traces: traces.map(({ point, about, ...trace }) => ({
      ...trace,
      point: connectors[point],
      ...(about !== undefined && { about: bodies[about] }),
    })),
    picture: {
      ...others,
      ...(reach && { reach }),
      looks: new Map(looks.map(([body, look]) => [bodies[body]!, look])),
      points: points.map((one) => connectors[one]),
      angles: angles.map(([at, from, to, name]) => ({
        at: connectors[at],
        from: connectors[from],
        to: connectors[to],
        name,
      })),
      labels: texts(labels),
      ...(names && { names: texts(names) }),
      ...(follow !== undefined && { follow: connectors[follow] }),
      ...(layers && {
        layers: new Map(layers.map(([of, one, far]) => [of === 'body' ? bodies[one]! : world.constraints[one]!, far])),
      }),
      driven: new Set(driven.map((one) => connectors[one])),
    },
  } as unknown as SceneWorld;
}
