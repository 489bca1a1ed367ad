/// Joins events, tasks, routes and relays with wires, and shows the whole.
public enum Bridge {}
