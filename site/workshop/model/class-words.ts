/** How the list of constraints shows a class: a newcomer's word, and a picture of 48 × 32. */
export interface ClassWords {
  readonly group: string;
  readonly word: string;
  readonly picture: string;
  /** Place in the list. */
  readonly rank: number;
}

const GROUND = 'M4 28H44M8 28l-3 3M16 28l-3 3M24 28l-3 3M32 28l-3 3M40 28l-3 3';
const LINK = 'M6 26L24 10M24 10L42 26';
const WHEEL = 'M13 16a11 11 0 1 0 22 0a11 11 0 1 0 -22 0';
const RAIL = 'M4 24H44M4 28H44';
const BLOCK = 'M16 12H32V24H16Z';
const TURN = 'M7 21a17 15 0 0 1 33 -6M40 15l0 -8M40 15l-8 -1';
const STOPS = 'M24 28L8 8M24 28L40 8M24 28L30 5';
const BALL = 'M13 17a11 11 0 1 0 22 0a11 11 0 1 0 -22 0M13 17q11 7 22 0';
const FLOOR = 'M4 28L16 20H44L32 28Z';
const PULLEYS = 'M8 28V12a6 6 0 0 1 12 0H28a6 6 0 0 1 12 0V22';
const COGS = 'M4 16a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M22 16a11 11 0 1 0 22 0a11 11 0 1 0 -22 0M13 16v-9M33 16v-11';

/**
 * The classes by groups, each with a word and a picture: the path of an SVG, and after `|` the points
 * that are joined.
 */
const GROUPS: Readonly<Record<string, Readonly<Record<string, readonly [word: string, picture: string]>>>> = {
  'Pins and joints': {
    Coincident: ['Pin', `${LINK}|24,10`],
    Weld: ['Weld', 'M4 18H44M20 12L28 24M28 12L20 24|24,18'],
    Prismatic: ['Slider', `${RAIL}${BLOCK}M36 8h8m-3 -3l3 3l-3 3`],
    PointOnLine: ['Pin on a line', 'M4 26L44 6|24,16'],
    PointOnPlane: ['Point on a plane', `${FLOOR}|24,24`],
    AngleLock: ['Lock of an angle', 'M8 26H42M8 26L34 6M24 26a16 16 0 0 0 -4 -9|8,26'],
    Hinge: ['Hinge', 'M6 8H22V26H6ZM26 8H42V26H26ZM24 4V30|24,8 24,26'],
    HingeLock: ['Lock of a hinge', 'M6 8H22V26H6ZM26 8H42V26H26ZM24 4V30M19 17h10|24,17'],
    Universal: ['Cross of two shafts', 'M4 16H20M28 16L44 6M24 8V24M19 20L29 12|24,16'],
    Cylindrical: ['Bolt in a hole', 'M4 16H44M16 9H32V23H16ZM38 10a6 6 0 0 1 0 12'],
    Screw: ['Screw', 'M4 16H44M8 10l4 12M14 10l4 12M20 10l4 12M26 10l4 12M32 10l4 12M38 10l4 12'],
  },
  'Rods and ropes': {
    Distance: ['Rod', 'M8 26L40 6|8,26 40,6'],
    DistanceSquared: ['Rod that may shrink to nothing', 'M8 26L40 6M21 11l6 10|8,26 40,6'],
    DistanceRange: ['Telescope with stops', 'M6 16H26M20 12H40V20H20ZM40 16H43|6,16 43,16'],
    Rope: ['Rope', 'M8 8Q22 36 40 8|8,8 40,8'],
    Pulley: ['Rope over pulleys', `${PULLEYS}|8,28 40,22`],
    PulleyRope: [
      'Rope over pulleys that may go slack',
      `M8 28Q2 20 8 12a6 6 0 0 1 12 0H28a6 6 0 0 1 12 0V22|8,28 40,22`,
    ],
  },
  'Wires and curves': {
    PointOnCircle: ['Bead on a ring', `${WHEEL}|32,9`],
    PointOnCircleDistance: ['Bead on a ring, with its force', `${WHEEL}M32 9l7 -5|32,9`],
    PointOnEllipse: ['Bead on an ellipse', 'M6 16a18 10 0 1 0 36 0a18 10 0 1 0 -36 0|36,8.5'],
    PointOnBodyEllipse: ['Bead on a body’s ellipse', 'M8 24a18 8 -20 1 0 32 -14a18 8 -20 1 0 -32 14M24 17l8 -3|40,10'],
    PointOnParabola: ['Bead on a parabola', 'M6 5Q24 52 42 5|33,21'],
    PointOnCycloid: ['Bead on a cycloid', 'M5 27Q10 4 24 4T43 27|14,9'],
    PointOnLemniscate: ['Bead on a figure of eight', 'M24 16C34 2 46 8 42 16S34 30 24 16S2 8 6 16S14 30 24 16|41,12'],
    RotatingWire: ['Bead on a turning wire', 'M6 28L42 4M34 22a14 14 0 0 0 5 -9M39 13l1 5M39 13l-4 3|24,16 34,9.5'],
    Cam: ['Cam', 'M10 18a9 9 0 0 1 12 -9Q40 4 38 18Q34 28 22 27a11 11 0 0 1 -12 -9|36,11 20,18'],
    PointOnCurve: ['Bead on a wire through points', 'M5 24Q14 2 22 16T43 9M14 11l-1 -5M34 20l2 5|22,16'],
    CamFollower: [
      'Follower of a cam',
      'M12 22a9 7 0 0 1 12 -7Q36 12 36 22T24 30A10 8 0 0 1 12 22M24 15V4M19 4h10|24,22 24,4',
    ],
    PointOnSphere: ['Bead on a ball', `${BALL}|31,9`],
    PointOnSphereDistance: ['Bead on a ball, with its force', `${BALL}M31 9l7 -5|31,9`],
    Helix: ['Bead on a spiral', 'M8 28q32 0 32 -6t-32 -6t0 -6t32 -6|40,22'],
    Torus: ['Bead on a ring’s tube', 'M5 16a19 11 0 1 0 38 0a19 11 0 1 0 -38 0M16 15a8 4 0 0 0 16 0|38,11'],
  },
  Motors: {
    Motor: ['Motor', `${TURN}|24,18`],
    CrankMotor: ['Motor of a crank', `${TURN}M24 18L36 6|24,18 36,6`],
    LimitedMotor: ['Motor with a largest torque', `${TURN}M18 28h12|24,18`],
    DrivenAngle: ['Clock hand', 'M12 16a12 12 0 1 0 24 0a12 12 0 1 0 -24 0M24 16V7M24 16l6 3|24,16'],
    OscillatingMotor: ['Wiper', 'M24 28L13 9M24 28L35 9M14 6q10 -5 20 0M34 6l-3 -4M34 6l-5 1|24,28'],
    Servo: ['Servo', `M12 20H36V29H12ZM24 20L36 6M24 6q6 0 9 5|24,20`],
    LinearMotor: ['Cylinder that pushes', 'M4 11H28V21H4ZM28 16H42M38 12l4 4l-4 4|42,16'],
    LimitedLinearMotor: ['Cylinder with a largest force', 'M4 11H28V21H4ZM28 16H42M38 12l4 4l-4 4M10 26h12|42,16'],
    DrivenPoint: ['Shaker', 'M8 16H40M12 12l-4 4l4 4M36 12l4 4l-4 4|24,16'],
    HingeMotor: ['Motor of a hinge', `M24 2V30${TURN}|24,18`],
    LimitedHingeMotor: ['Motor of a hinge, with a largest torque', `M24 2V30${TURN}M16 28h16|24,18`],
  },
  'Wheels and gears': {
    Gear: ['Gears', `${COGS}|13,16 33,16`],
    VaryingGear: [
      'Gears that are not round',
      'M4 16a10 7 0 1 0 20 0a10 7 0 1 0 -20 0M24 16a7 10 0 1 0 14 0a7 10 0 1 0 -14 0|10,16 31,22',
    ],
    HingeGear: ['Gears of two hinges', `${COGS}M13 4v26M33 2v28`],
    PlanetaryGear: [
      'Planetary gear',
      `${WHEEL}M20 16a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M28 16a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0|24,16`,
    ],
    RackAndPinion: [
      'Rack and pinion',
      'M4 25H44M8 25v-4M14 25v-4M20 25v-4M26 25v-4M32 25v-4M38 25v-4M15 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0|24,12',
    ],
    CogWheel: [
      'Wheel with teeth on a rail',
      `${GROUND}M15 18a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M24 9v-3M15 18h-3M33 18h3|24,18`,
    ],
    RollingWheel: ['Rolling wheel', `${GROUND}M14 17a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M24 17V7|24,17`],
    Skate: ['Skate', 'M8 28Q20 22 26 14T42 4M22 20l8 -11|26,14'],
    RollingSphere: ['Rolling ball', `${FLOOR}M16 14a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M16 14q9 6 18 0`],
    RollingDisc: ['Rolling coin', `${FLOOR}M20 14a6 10 10 1 0 10 -2a6 10 10 1 0 -10 2`],
  },
  'Stops and brakes': {
    AngleLimit: ['Stops of an angle', `${STOPS}|24,28`],
    HingeLimit: ['Stops of a hinge', `${STOPS}M4 28H44|24,28`],
    SwingLimit: ['Cone of a joint', 'M24 28L10 8M24 28L38 8M10 8a14 4 0 1 0 28 0a14 4 0 1 0 -28 0M24 28L28 6|24,28'],
    PrismaticLimit: ['Stops of a slider', `${RAIL}${BLOCK}M7 10V24M41 10V24`],
    Ratchet: ['Ratchet', 'M12 28L14 19L22 22L24 13L32 16L34 7M40 8L36 20|40,8'],
    Brake: ['Brake', `${WHEEL}M38 8V24H43V8Z|24,16`],
    HingeBrake: ['Brake of a hinge', `${WHEEL}M24 2V30M38 8V24H43V8Z`],
    SpinBrake: ['Brake of a spin', 'M14 16a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M24 2V6M24 26V30M34 12l6 4l-6 4Z|24,16'],
    LinearBrake: ['Brake of a slider', `${RAIL}${BLOCK}M18 9H30V5H18Z`],
    Clutch: ['Clutch', 'M4 16H19M19 6V26M27 6V26M27 16H44M22 10h2M22 16h2M22 22h2'],
  },
  'Floors and contact': {
    PointLineContact: ['Point on a floor', `${GROUND}M24 4V14M20 11l4 4l4 -4|24,25`],
    DiscLineContact: ['Disc on a floor', `${GROUND}M14 18a10 10 0 1 0 20 0a10 10 0 1 0 -20 0`],
    DiscDiscContact: ['Two discs', 'M4 17a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M24 17a9 9 0 1 0 18 0a9 9 0 1 0 -18 0'],
    DiscInRingContact: [
      'Disc in a ring',
      'M9 16a15 14 0 1 0 30 0a15 14 0 1 0 -30 0M20 23a6 6 0 1 0 12 0a6 6 0 1 0 -12 0',
    ],
    PointPlaneContact: ['Point on a floor', `${FLOOR}M24 4V14M20 11l4 4l4 -4|24,23`],
    PointSphereContact: ['Point on a ball', `${BALL}|24,5`],
    SpherePlaneContact: ['Ball on a floor', `${FLOOR}M15 15a9 9 0 1 0 18 0a9 9 0 1 0 -18 0`],
    SphereSphereContact: [
      'Two balls',
      'M4 17a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M24 17a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M4 17q10 6 20 0M24 17q9 6 18 0',
    ],
    PlanarContact: ['Contact found by a program', 'M6 8L20 6L23 20L9 24ZM26 12L42 8L40 26L25 20Z'],
    SpatialContact: ['Contact found by a program', 'M6 8L20 6L23 20L9 24ZM26 12L42 8L40 26L25 20ZM6 8l4 -4l14 -2l-4 4'],
  },
  'Lengths, angles, areas': {
    Angle: ['Angle', 'M8 26H42M8 26L34 6M24 26a16 16 0 0 0 -4 -9|8,26 42,26 34,6'],
    EqualLength: ['Equal lengths', 'M6 8H40M8 26H42M23 5v6M24 23v6|6,8 40,8 8,26 42,26'],
    PointBetween: ['Point on a rod', 'M6 26L42 6|30,12.7'],
    Midpoint: ['Half-way point', 'M6 26L42 6M14 19l3 4M31 9l3 4|6,26 24,16 42,6'],
    TriangleArea: ['Area of a triangle', 'M6 27L24 5L43 24Z|6,27 24,5 43,24'],
    TetrahedronVolume: ['Volume of four points', 'M5 25L24 4L43 22L22 30ZM24 4L22 30M5 25L43 22|5,25 24,4 43,22 22,30'],
  },
};

/** The groups in the order of the list. Formulas of the scene come first, and what has no words last. */
export const OWN = 'Formulas of this scene';
export const OTHERS = 'More';
export const GROUP_NAMES: readonly string[] = [OWN, ...Object.keys(GROUPS), OTHERS];

const WORDS = new Map(
  Object.entries(GROUPS)
    .flatMap(([group, classes]) => Object.entries(classes).map(([name, words]) => ({ group, name, words })))
    .map(({ group, name, words: [word, picture] }, rank) => [name, { group, word, picture, rank }] as const),
);

/** The word and the picture of a class of the library; its name where it has none. */
export const wordsOf = (name: string): ClassWords =>
  WORDS.get(name) ?? { group: OTHERS, word: name, picture: 'M8 16H40|8,16 40,16', rank: WORDS.size };
