/** The attack that goes on by itself, and the chance below which it stops. */
export const fighting = $state({ space: "", until: 0 });
