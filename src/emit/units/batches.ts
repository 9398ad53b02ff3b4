/** How functions of batches are called, as lines of a block comment. */
export const BATCHES = ` * Functions of constraints. Each evaluates a batch of \`count\` constraints of one class; k is the
 * number of a constraint in the batch.
 *
 * Read:
 *   slots[k * X_inputs + X_slot_a]   where the value and the rate of input a begin in x and v
 *   x, v                             values and rates of all connectors
 *   p[k * X_parameters + X_p_b]      parameter b
 *   t                                time
 * Written:
 *   C, Cdot, gamma[k * X_rows + r]   value, rate, and the part of the second derivative that is
 *                                    left when all connectors' accelerations are zero
 *   J[k * X_rows * X_width + X_J_a + r * size + c]
 *                                    derivative of row r by component c of input a, of that size
 *   Jdot                             rate of J, in the order of J; fill it with zeros once
 *
 * xConstants writes the entries of J that never change: call it once for the memory of J, and again
 * when count grows. Kernels do not write them.
 *
 * Functions of energies read the same, and write
 *   V, D                             energies, J, and dissipation functions, W: one each
 *   g, d[k * X_width + X_g_a + c]    derivative of V by component c of input a; of D by its rate
 *   H[k * X_entries + X_H_a_b + r * size + c]
 *                                    second derivative by component r of input a and c of input b,
 *                                    of that size; each pair once, b no later than a
 *
 * Functions of bodies have the layout of the type of the same name in holonomic/runtime.`;
