import BinaryInspection
import CommandLineKit
import ModuleGraph

extension CommandOption {
  fileprivate static let running = CommandOption(
    name: "running", value: "file", summary: "The program that is running now.")

  fileprivate static let store = CommandOption(
    name: "store", value: "store",
    summary: "The store of both programs: 'sqlite:PATH' or 'postgres:CONNECTION'.")

  fileprivate static let samples = CommandOption(
    name: "samples", value: "number",
    summary: "Start the new program to decode this many stored payloads of each job.")

  fileprivate static let storeSchema = CommandOption(
    name: "store-schema", value: "name",
    summary: "The schema of the store in PostgreSQL. The default is 'modularity_kit'.")
}

extension ModkitCommand {
  /// Checks whether a build can replace a running one.
  static let canDeploy = ModkitCommand(
    syntax: CommandSyntax(
      name: "can-deploy", summary: "Check whether a build can replace one that is running.",
      parameters: [CommandParameter(name: "new", summary: "The program to deploy.", isFile: true)],
      options: [.running, .store, .storeSchema, .samples, .run, .libraries, .json, .output],
      discussion: """
        The command fails with a line for each reason not to deploy: stored jobs that the new \
        program cannot run or read, jobs that one program enqueues and the other one cannot read, \
        durable schedules that are missing or changed, and external routes and wires that \
        disappeared. Remarks are cases that only the programs themselves can decide.

        The store is only read. A role of PostgreSQL needs USAGE on the schema and SELECT on its \
        tables. Payloads are never printed. They are read only for '--samples', which decodes the \
        latest ones with the code of the new program instead of comparing types.
        """)
  ) { invocation in
    let arguments = invocation.arguments
    guard let running = arguments.value(.running) else {
      throw CommandMistake("'can-deploy' needs '--running <file>'", of: "can-deploy")
    }
    let place = try arguments.value(.store).map { text in
      try storePlace(text, schema: arguments.value(.storeSchema))
    }
    let programs = try (
      old: InspectedProgram(paths: [running], includingLibraries: arguments.has(.libraries)),
      new: invocation.program()
    )
    let samples = try sampleCount(arguments)
    var store: StoreInventory
    do throws(StoreReadingError) {
      store =
        try place.map { place throws(StoreReadingError) in
          try .read(place, sampleCount: samples)
        } ?? StoreInventory()
    } catch {
      throw Failure(code: .unreadable, message: "the store cannot be read: \(error)")
    }
    if samples > 0 {
      do throws(InspectedProgram.NoAnswer) {
        try store.decodeSamples(with: programs.new)
      } catch {
        throw Failure(code: .unreadable, message: "no payload was decoded: \(error).")
      }
    }
    let check = try DeploymentCheck(
      from: programs.old.graph(omittingProblems: true),
      to: programs.new.graph(omittingProblems: true),
      schemas: (invocation.schemas(of: programs.old), invocation.schemas(of: programs.new)),
      store: store)
    if invocation.isJSON {
      try invocation.answer(json: check)
    } else {
      let remarks = check.remarks.map { "note: \($0)" }
      try invocation.answer(lines: check.reasons.map { "\($0)" } + remarks + [check.summary])
    }
    return check.canDeploy ? .success : .found
  }

  /// Reads the number of payloads to decode, which is 0 if the option is missing.
  private static func sampleCount(_ arguments: CommandArguments) throws(CommandMistake) -> Int {
    guard let text = arguments.value(.samples) else { return 0 }
    guard arguments.has(.store) else {
      throw CommandMistake("'--samples' needs '--store'", of: "can-deploy")
    }
    guard let count = Int(text), (1...10_000).contains(count) else {
      throw CommandMistake(
        "'--samples' takes a number from 1 to 10000, and is '\(text)'", of: "can-deploy")
    }
    return count
  }

  /// Reads the place of a store in an option.
  private static func storePlace(
    _ text: String, schema: String?
  ) throws(CommandMistake) -> StorePlace {
    let schema = schema ?? "modularity_kit"
    // A URI of PostgreSQL starts with the same word.
    if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      return .postgres(connection: text, schema: schema)
    }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("sqlite", 2): return .sqlite(path: parts[1])
    case ("postgres", 2): return .postgres(connection: parts[1], schema: schema)
    default:
      throw CommandMistake(
        "'--store' takes 'sqlite:PATH' or 'postgres:CONNECTION', and is '\(text)'",
        of: "can-deploy")
    }
  }
}

extension DeploymentCheck {
  /// The result in one line.
  fileprivate var summary: String {
    switch reasons.count {
    case 0: "the build can be deployed"
    case 1: "1 reason not to deploy the build"
    case let count: "\(count) reasons not to deploy the build"
    }
  }
}
