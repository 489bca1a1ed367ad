import CommandLineKit

// The options of several commands.

extension CommandOption {
  /// Answers for programs.
  static let json = CommandOption(name: "json", summary: "Print JSON.")

  /// The speed of the day.
  static let speed = CommandOption(
    name: "speed", value: "factor",
    summary: "The speed of the day; 1 takes some seconds.")

  /// The path of a file.
  static let output = CommandOption(
    name: "output", letter: "o", value: "file", summary: "The file to write or replace.")

  /// The path of a service's console.
  static let socket = CommandOption(
    name: "socket", value: "path",
    summary: "The path of the console (default: in the folder of the user's session).")

  /// The store of durable schedules.
  static let store = CommandOption(
    name: "store", value: "store",
    summary: "The store of durable schedules: 'sqlite:PATH' or 'postgres:CONNECTION'.")

  /// The port for monitors.
  static let port = CommandOption(
    name: "port", value: "number",
    summary: "The local port for metrics and health; 0 for any free port.")

  /// The token with which people sign in who may see the dashboard and change nothing.
  static let viewerToken = CommandOption(
    name: "viewer-token", value: "token",
    summary: "The token of the dashboard for people who only look; random by default.")

  /// The destination of telemetry.
  static let telemetry = CommandOption(
    name: "telemetry", value: "destination",
    summary: "A folder for files, or 'otlp' for the collector in the environment.")

  /// The queue of jobs.
  static let queue = CommandOption(
    name: "queue", value: "queue",
    summary: "Of 'list' and all that take filters: of this queue.")

  /// The name of jobs.
  static let jobName = CommandOption(
    name: "name", value: "name",
    summary: "Of 'list' and all that take filters: of this name.")

  /// The states of jobs.
  static let states = CommandOption(
    name: "state", value: "state", isRepeated: true,
    summary:
      "Of 'list' and all that take filters but 'redrive': in this state; give it again for several."
  )

  /// The flow of jobs.
  static let flow = CommandOption(
    name: "flow", value: "id",
    summary: "Of 'list' and all that take filters: the steps of this flow.")

  /// A tag of jobs.
  static let tag = CommandOption(
    name: "tag", value: "tag", summary: "Of 'list' and all that take filters: with this tag.")

  /// A part of the payload, the key or the error of jobs.
  static let text = CommandOption(
    name: "text", value: "text",
    summary: "Of 'list' and all that take filters: with this in the payload, the key or the error.")

  /// The job before which a list goes on.
  static let before = CommandOption(
    name: "before", value: "id", summary: "Of 'list': the jobs before this one, the next page.")

  /// The number of jobs to list.
  static let limit = CommandOption(
    name: "limit", value: "number", summary: "Of 'list': the number of jobs (default: 100).")

  /// All jobs.
  static let all = CommandOption(
    name: "all", summary: "Of 'run', 'redrive', 'cancel' and 'delete': all jobs.")

  /// The format of the graph.
  static let format = CommandOption(
    name: "format", value: "format", choices: ["mermaid", "dot", "json"],
    summary: "The format of the graph (default: mermaid).")

  /// The level of detail of the graph.
  static let level = CommandOption(
    name: "level", value: "level", choices: ["modules", "nodes"],
    summary: "The level of detail of the graph (default: modules).")
}
