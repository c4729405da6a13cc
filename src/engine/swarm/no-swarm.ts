/** Text for a project without a swarm. */
export const NO_SWARM_TEXT = 'There is no swarm';
/** Command that creates one. */
export const CREATE_SWARM = 'cortex swarm create --task TASK --coordinator COORDINATOR';
