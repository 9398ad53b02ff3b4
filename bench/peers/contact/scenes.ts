import { G, type Joint, type Layout, type Part, type Vector } from './scene.js';

const ZERO: Vector = [0, 0, 0];
const FLOOR = { box: [60, 1, 60], position: [0, -0.5, 0] } as const;
const DOWN: Vector = [0, -G, 0];

const part = (shape: Part['shape'], position: Vector, mass: number, push?: number): Part => ({
  shape,
  position,
  mass,
  velocity: ZERO,
  angularVelocity: ZERO,
  push,
});

/** Coefficient of friction of boxes. */
export const MU = 0.5;

/** `count` boxes of 1 m and 1 kg on top of each other. */
export function stack(count: number): Layout {
  const moving = Array.from({ length: count }, (_, i) => part({ box: [1, 1, 1] }, [0, i + 0.5, 0], 1));
  return { gravity: DOWN, friction: MU, fixed: [FLOOR], moving, joints: [] };
}

/** A flat block on a slope that is steeper than `atan µ` by `excess`, rad. The slope is level: gravity leans. */
export function slope(excess: number): Layout {
  const angle = Math.atan(MU) + excess;
  return {
    gravity: [G * Math.sin(angle), -G * Math.cos(angle), 0],
    friction: MU,
    fixed: [FLOOR],
    moving: [part({ box: [1, 0.5, 1] }, [0, 0.25, 0], 1)],
    joints: [],
  };
}

/** A capsule of 45 g between a wall and a jaw, which is pushed against it with 15 N. */
export function pinchedCapsule(): Layout {
  return {
    gravity: DOWN,
    friction: 0.7,
    fixed: [{ box: [1, 1, 1], position: [-0.75, 0, 0] }],
    moving: [part({ capsule: [0.3, 0.1] }, ZERO, 0.045), part({ box: [1, 1, 1] }, [0.75, 0, 0], 1, -15)],
    joints: [],
  };
}

/** A pyramid of boxes of 1 m and 1 kg, with `rows` of them in the lowest row. */
export function pyramid(rows: number): Layout {
  const moving: Part[] = [];
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < rows - row; i++) {
      moving.push(part({ box: [1, 1, 1] }, [1.2 * (i + (row - rows) / 2), row + 0.5, 0], 1));
    }
  }
  return { gravity: DOWN, friction: MU, fixed: [FLOOR], moving, joints: [] };
}

/** A limb: half its height and width, m, its mass, kg, and the limb, the places and the axis of its joint. */
type Limb = readonly [
  half: number,
  width: number,
  mass: number,
  on?: readonly [limb: number, there: Vector, here: Vector, axis: Vector],
];

const leg = (z: number): Limb => [0.22, 0.07, 8, [0, [0, -0.1, z], [0, 0.22, 0], [0, 0, 1]]];
const shin = (thigh: number): Limb => [0.22, 0.05, 5, [thigh, [0, -0.22, 0], [0, 0.22, 0], [0, 0, 1]]];
const arm = (z: number): Limb => [0.15, 0.045, 2.5, [1, [0, 0.2, z], [0, 0.15, 0], [0, 0, 1]]];

/** Pelvis, chest, head, arms, thighs, shins, and a hat. In the plane all of them turn about z. */
const LIMBS: readonly Limb[] = [
  [0.1, 0.12, 10],
  [0.25, 0.13, 20, [0, [0, 0.1, 0], [0, -0.25, 0], [0, 0, 1]]],
  [0.12, 0.09, 5, [1, [0, 0.25, 0], [0, -0.12, 0], [1, 0, 0]]],
  arm(0.18),
  arm(-0.18),
  leg(0.09),
  leg(-0.09),
  shin(5),
  shin(6),
  [0.05, 0.11, 0.5, [2, [0, 0.12, 0], [0, -0.05, 0], [0, 1, 0]]],
];

/** A ragdoll of ten boxes and nine hinges that falls by 1 m while it turns. */
export function ragdoll(space: 2 | 3): Layout {
  const top = 2;
  const [wx, wz] = [space === 2 ? 0 : 0.5, 2];
  const moving: Part[] = [];
  const joints: Joint[] = [];
  LIMBS.forEach(([half, width, mass, on], b) => {
    let position: Vector = [0, top, 0];
    if (on) {
      const [a, there, here, axis] = on;
      const at = there.map((x, c) => x + moving[a]!.position[c]!) as [number, number, number];
      if (space === 2) at[2] = 0;
      position = at.map((x, c) => x - here[c]!) as [number, number, number];
      joints.push({ a, b, at, axis });
    }
    const [x, y, z] = [position[0], position[1] - top, position[2]];
    moving.push({
      ...part({ box: [2 * width, 2 * half, 2 * width] }, position, mass),
      velocity: [-wz * y, wz * x - wx * z, wx * y],
      angularVelocity: [wx, 0, wz],
    });
  });
  return { gravity: DOWN, friction: 0.6, fixed: [FLOOR], moving, joints };
}
