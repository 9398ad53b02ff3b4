import loadMujoco from '@mujoco/mujoco';
import { versionOf } from '../scene.js';
import { anchor, STEP, STRIDE, type ContactPeer, type ContactScene, type Layout, type Part } from './scene.js';

/** Inner steps: each is close to the default of 2 ms. */
const STEPS = 8;

/** `mjOBJ_BODY`: what names are of. */
const BODY = 1;

/** Elliptic cones, and the solver that takes out slip, as the documentation advises against creep. */
const AGAINST_SLIP = 'cone="elliptic" impratio="10" noslip_iterations="10"';

const join = (numbers: readonly number[]): string => numbers.join(' ');
const halves = (sides: readonly number[]): string => join(sides.map((side) => side / 2));

/** The document of a layout. Bodies that joints connect are a tree of hinges. */
function modelOf({ gravity, friction, fixed, moving, joints }: Layout, options: string): string {
  const groups = (own: number, others: number): string =>
    joints.length > 0 ? `contype="${own}" conaffinity="${others}"` : '';
  const geomOf = ({ shape, mass }: Part): string => {
    const size =
      'box' in shape
        ? `type="box" size="${halves(shape.box)}"`
        : `type="capsule" euler="0 90 0" size="${shape.capsule[1]} ${shape.capsule[0] / 2}"`;
    return `<geom ${size} mass="${mass}" friction="${friction}" ${groups(1, 2)}/>`;
  };
  const bodyOf = (i: number): string => {
    const part = moving[i]!;
    const joint = joints.find(({ b }) => b === i);
    const place = joint ? part.position.map((x, c) => x - moving[joint.a]!.position[c]!) : part.position;
    const freedom = joint
      ? `<joint type="hinge" pos="${join(anchor(joint, part))}" axis="${join(joint.axis)}"/>`
      : part.push === undefined
        ? '<freejoint/>'
        : '<joint type="slide" axis="1 0 0"/>';
    const limbs = joints.filter(({ a }) => a === i).map(({ b }) => bodyOf(b));
    return `<body name="b${i}" pos="${join(place)}">${freedom}${geomOf(part)}${limbs.join('')}</body>`;
  };
  const roots = moving.flatMap((_, i) => (joints.some(({ b }) => b === i) ? [] : [bodyOf(i)]));
  const walls = fixed.map(
    ({ box, position }) =>
      `<geom type="box" pos="${join(position)}" size="${halves(box)}" friction="${friction}" ${groups(2, 1)}/>`,
  );
  return `<mujoco>
    <option timestep="${STEP / STEPS}" gravity="${join(gravity)}" ${options}/>
    <size memory="400M"/>
    <worldbody>${walls.join('')}${roots.join('')}</worldbody>
  </mujoco>`;
}

/** MuJoCo in WebAssembly, doubles: soft contacts, Newton. */
export async function mujoco(againstSlip: boolean): Promise<ContactPeer> {
  const engine = await loadMujoco();
  const build = (layout: Layout): ContactScene => {
    const { moving } = layout;
    const model = engine.MjModel.from_xml_string(modelOf(layout, againstSlip ? AGAINST_SLIP : ''));
    const data = new engine.MjData(model);
    const { qvel } = data as Data;
    const ids = moving.map((_, i) => engine.mj_name2id(model, BODY, `b${i}`));
    moving.forEach((part, i) => {
      // Free joints come first, and only they have velocities at the start.
      if (part.push !== undefined) (data as Data).xfrc_applied[6 * (i + 1)] = part.push;
      else if (layout.joints.length === 0 || i === 0) qvel.set([...part.velocity, ...part.angularVelocity], 6 * i);
    });
    return {
      step: () => {
        for (let k = 0; k < STEPS; k++) engine.mj_step(model, data);
      },
      read: (state) => {
        // After a step, positions and velocities of bodies are still those of its beginning.
        engine.mj_kinematics(model, data);
        engine.mj_comPos(model, data);
        engine.mj_comVel(model, data);
        const { xpos, xquat, cvel, subtree_com } = data as Data;
        const { body_rootid } = model as Model;
        moving.forEach((_, i) => {
          // Body 0 is the world. Velocities are those at the centre of the tree: v = v_c + ω × (x − c).
          const b = ids[i]!;
          const root = body_rootid[b]!;
          const [wx, wy, wz, vx, vy, vz] = cvel.subarray(6 * b, 6 * b + 6);
          const [x, y, z] = [0, 1, 2].map((c) => xpos[3 * b + c]! - subtree_com[3 * root + c]!);
          state.set(xpos.subarray(3 * b, 3 * b + 3), STRIDE * i);
          state.set(xquat.subarray(4 * b, 4 * b + 4), STRIDE * i + 3);
          state.set([vx! + wy! * z! - wz! * y!, vy! + wz! * x! - wx! * z!, vz! + wx! * y! - wy! * x!], STRIDE * i + 7);
          state.set([wx!, wy!, wz!], STRIDE * i + 10);
        });
      },
      dispose: () => {
        data.delete();
        model.delete();
      },
    };
  };
  return {
    space: 3,
    version: versionOf('@mujoco/mujoco'),
    settings: `${STEPS} steps of 1/480 s; ${againstSlip ? AGAINST_SLIP.replaceAll('"', '').replaceAll('=', ' ') : 'defaults'}; joints: tree of hinges; doubles`,
    build,
  };
}

/** The data that is read; the bindings type it `any`. */
interface Data {
  readonly qvel: Float64Array;
  readonly xfrc_applied: Float64Array;
  readonly xpos: Float64Array;
  readonly xquat: Float64Array;
  readonly cvel: Float64Array;
  readonly subtree_com: Float64Array;
}

interface Model {
  readonly body_rootid: Int32Array;
}
