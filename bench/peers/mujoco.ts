import loadMujoco from '@mujoco/mujoco';
import { GRAVITY, netLayout, ORIGIN, STEP, versionOf, type Peer, type Scene } from './scene.js';

/** A point mass with a small inertia: the least that the compiler accepts is 1e-15. */
const POINT = 'mass="1" diaginertia="1e-12 1e-12 1e-12"';

/**
 * The chain as a tree of hinges: body `i + 1` hangs from body `i`, with its mass at the far end of
 * its rod. The XML reader refuses a tree of depth 1000. Already at 200 the module ends with an
 * access out of bounds.
 */
function chainModel(n: number): string {
  const body = (i: number): string =>
    `<body pos="${i === 0 ? 0 : 1} 0 0"><joint type="hinge" axis="0 0 1"/><inertial pos="1 0 0" ${POINT}/>`;
  return model(Array.from({ length: n }, (_, i) => body(i)).join('') + '</body>'.repeat(n), '');
}

/**
 * The net: each mass is on two slides, and each rod is a tendon between two sites, held at its
 * length by an equality constraint.
 */
function netModel(side: number): string {
  const { count, positions, rods } = netLayout(side);
  const bodies = Array.from(
    { length: count },
    (_, i) =>
      `<body pos="${positions[2 * i]!} ${positions[2 * i + 1]!} 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>` +
      `<inertial pos="0 0 0" ${POINT}/><site name="s${i}"/></body>`,
  );
  const site = (i: number): string => `<site site="${i === ORIGIN ? 'origin' : `s${i}`}"/>`;
  const tendons = rods.map(([a, b], k) => `<spatial name="t${k}">${site(a)}${site(b)}</spatial>`);
  const equalities = rods.map(
    (_, k) => `<tendon tendon1="t${k}" solref="${2 * STEP} 1" solimp="0.9999 0.9999 0.001"/>`,
  );
  return model(
    `<site name="origin"/>${bodies.join('')}`,
    `<tendon>${tendons.join('')}</tendon><equality>${equalities.join('')}</equality>`,
  );
}

function model(bodies: string, rest: string): string {
  return `<mujoco>
    <option timestep="${STEP}" gravity="0 ${-GRAVITY} 0" integrator="RK4" solver="Newton" iterations="100" tolerance="1e-12">
      <flag contact="disable"/>
    </option>
    <worldbody>${bodies}</worldbody>${rest}
  </mujoco>`;
}

/** MuJoCo in WebAssembly, doubles, RK4. Joints have no damping and no armature by default. */
export async function mujoco(): Promise<Peer> {
  const engine = await loadMujoco();

  const build = (xml: string, read: (data: Data, positions: Float64Array, velocities: Float64Array) => void): Scene => {
    const model = engine.MjModel.from_xml_string(xml);
    const data = new engine.MjData(model);
    return {
      step: () => {
        engine.mj_step(model, data);
      },
      read: (positions, velocities) => {
        // After a step, the positions of bodies are still those of its beginning.
        engine.mj_kinematics(model, data);
        read(data, positions, velocities);
      },
      dispose: () => {
        data.delete();
        model.delete();
      },
    };
  };

  return {
    name: 'MuJoCo',
    version: versionOf('@mujoco/mujoco'),
    settings:
      'RK4; chain: tree of hinges; net: slides, equality constraints on tendons, solref 2/240 1, solimp 0.9999 0.9999, Newton',
    chain: (n) =>
      build(chainModel(n), ({ xipos, qvel }, positions, velocities) => {
        // v_i = v_{i−1} + ω_i × (x_i − x_{i−1}); the angles of hinges are relative.
        let [x, y, vx, vy, omega] = [0, 0, 0, 0, 0];
        for (let i = 0; i < n; i++) {
          const nextX = xipos[3 * (i + 1)]!;
          const nextY = xipos[3 * (i + 1) + 1]!;
          omega += qvel[i]!;
          vx -= omega * (nextY - y);
          vy += omega * (nextX - x);
          [x, y] = [nextX, nextY];
          positions.set([x, y], 2 * i);
          velocities.set([vx, vy], 2 * i);
        }
      }),
    net: (side) =>
      build(netModel(side), ({ xipos, qvel }, positions, velocities) => {
        for (let i = 0; i < side * side - 1; i++) {
          positions.set([xipos[3 * (i + 1)]!, xipos[3 * (i + 1) + 1]!], 2 * i);
          velocities.set([qvel[2 * i]!, qvel[2 * i + 1]!], 2 * i);
        }
      }),
  };
}

/** The data that is read; the bindings type it `any`. Body 0 is the world. */
interface Data {
  readonly xipos: Float64Array;
  readonly qvel: Float64Array;
}
