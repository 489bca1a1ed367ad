import Foundation
import PackagePlugin

/// Builds the programs of a package, and has modkit read them.
@main
struct ModkitPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    if arguments.first == "test", !arguments.contains("--help"), !arguments.contains("-h") {
      return try test(context, Array(arguments.dropFirst()))
    }
    if arguments.first == "coverage", !arguments.contains("--help"), !arguments.contains("-h") {
      return try coverage(context, Array(arguments.dropFirst()))
    }
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "product")
    let configuration = try Self.configuration(extractor.extractOption(named: "configuration"))
    var words = extractor.remainingArguments
    let modkit = try modkit(context)
    guard let command = words.first, Self.readsProgram(command, words) else {
      try run(modkit, words)
      return
    }
    words.removeFirst()
    let product = try Self.product(named: names, of: context.package)
    let binary = try build(product.name, configuration)
    let inputs = command == "audit" ? try objects(of: product, beside: binary) : []
    let folders =
      switch command {
      case "check":
        moduleFolders(of: product, in: context.package)
          + ["--source-root", context.package.directoryURL.path]
      case "affected": moduleFolders(of: product, in: context.package)
      default: [String]()
      }
    // What the program is compared with, or what is looked for, comes first, except any number of
    // names.
    let program = [binary.path]
    try run(
      modkit,
      [command]
        + (command == "schema" ? program + words : folders + words + inputs.map(\.path) + program))
  }

  /// Whether a command line needs the program; the help, for one, does not.
  private static func readsProgram(_ command: String, _ words: [String]) -> Bool {
    if words.contains("--help") || words.contains("-h") { return false }
    if command == "rules" { return words.contains("--init") }
    let commands = [
      "list", "show", "schema", "graph", "size", "check", "diff", "affected", "lock", "docs",
      "audit",
      "doctor",
    ]
    return commands.contains(command)
  }

  // MARK: - What is read

  /// The product that is named, or the only program.
  private static func product(named names: [String], of package: Package) throws -> any Product {
    let linked = package.products.filter { product in
      product is ExecutableProduct || (product as? LibraryProduct)?.kind == .dynamic
    }
    func list(_ products: [any Product]) -> String {
      products.map(\.name).sorted().joined(separator: ", ")
    }
    guard names.count <= 1 else {
      throw Refusal(
        "--product is given \(names.count) times, but modkit reads one program at a time")
    }
    guard let name = names.first else {
      let programs = linked.filter { $0 is ExecutableProduct }
      guard let only = programs.first, programs.count == 1 else {
        throw Refusal(
          programs.isEmpty
            ? "the package '\(package.displayName)' has no executable product to read"
            : "the package '\(package.displayName)' has several programs: name one with --product; "
              + "there are \(list(programs))")
      }
      return only
    }
    guard let product = linked.first(where: { $0.name == name }) else {
      throw Refusal(
        "the package '\(package.displayName)' has no executable or dynamic product '\(name)'; "
          + "there are \(list(linked))")
    }
    return product
  }

  private static func configuration(
    _ words: [String]
  ) throws -> PackageManager.BuildConfiguration {
    switch words.last {
    case nil, "debug": .debug
    case "release": .release
    case let other?: throw Refusal("--configuration must be debug or release, not '\(other)'")
    }
  }

  private func build(
    _ product: String, _ configuration: PackageManager.BuildConfiguration
  ) throws -> URL {
    var parameters = PackageManager.BuildParameters()
    parameters.configuration = configuration
    // To standard error: the first build of modkit takes a minute, which would pass in silence.
    parameters.echoLogs = true
    let result = try packageManager.build(.product(product), parameters: parameters)
    guard result.succeeded else { throw Refusal("the product '\(product)' does not build") }
    let names = [product, "lib\(product).so", "lib\(product).dylib"]
    guard
      let artifact = result.builtArtifacts.first(where: {
        $0.kind != .staticLibrary && names.contains($0.url.lastPathComponent)
      })
    else { throw Refusal("the build of '\(product)' created no program or library") }
    return artifact.url
  }

  /// The object files of all modules of a product, which the build leaves beside it.
  private func objects(of product: any Product, beside binary: URL) throws -> [URL] {
    let folder = binary.deletingLastPathComponent()
    return try targets(of: product).flatMap { target in
      let place = folder.appending(path: "\(target.name).build")
      guard FileManager.default.fileExists(atPath: place.path) else { return [URL]() }
      return try FileManager.default.contentsOfDirectory(
        at: place, includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == "o" }.sorted { $0.path < $1.path }
    }
  }

  private func targets(of product: any Product) -> [any Target] {
    var seen: Set<String> = []
    return product.targets.flatMap { [$0] + $0.recursiveTargetDependencies }
      .filter { seen.insert($0.id).inserted && $0 is any SourceModuleTarget }
  }

  /// Where the sources of the package's own modules are.
  private func moduleFolders(of product: any Product, in package: Package) -> [String] {
    let root = package.directoryURL.path + "/"
    return targets(of: product).flatMap { target -> [String] in
      let path = target.directoryURL.path
      guard let module = target as? any SourceModuleTarget, path.hasPrefix(root) else { return [] }
      return ["--module-folder", "\(module.moduleName)=\(path.dropFirst(root.count))"]
    }
  }

  // MARK: - modkit itself

  /// Returns modkit, which is built if a source has changed since its last build.
  ///
  /// It is not a dependency of the plugin, because SwiftPM would then build everything that modkit
  /// shares with the package a second time. SwiftPM needs a second or two to find that nothing has
  /// changed, and the dates of the files show it in a fraction of that.
  func modkit(_ context: PluginContext) throws -> URL {
    let note = context.pluginWorkDirectoryURL.appending(path: "modkit.json")
    let sources = Self.package(of: "modkit", in: context.package)?.directoryURL
    if let sources, let data = try? Data(contentsOf: note),
      let last = try? JSONDecoder().decode(LastBuild.self, from: data), last.sources == sources,
      FileManager.default.isExecutableFile(atPath: last.program.path),
      Self.isUnchanged(sources, since: last.start)
    {
      return last.program
    }
    let start = Date.now
    let program = try build("modkit", .debug)
    if let sources {
      let last = LastBuild(sources: sources, program: program, start: start)
      // Without the note, the next call only takes longer.
      try? JSONEncoder().encode(last).write(to: note)
    }
    return program
  }

  /// The last build of modkit.
  private struct LastBuild: Codable {
    let sources: URL
    let program: URL
    let start: Date
  }

  private static func package(of product: String, in package: Package) -> Package? {
    if package.products.contains(where: { $0.name == product }) { return package }
    return package.dependencies.lazy.compactMap { Self.package(of: product, in: $0.package) }.first
  }

  /// Returns whether a package and the toolchain are unchanged since a time.
  private static func isUnchanged(_ package: URL, since time: Date) -> Bool {
    let folder = package.appending(path: "Sources")
    // SwiftPM compiles this plugin again after a change of the toolchain.
    let plugin = URL(filePath: CommandLine.arguments[0])
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
    let all =
      [plugin, folder, package.appending(path: "Package.swift")]
      + (files?.compactMap { $0 as? URL } ?? [])
    return all.allSatisfy { file in date(of: file).map { $0 < time } ?? false }
  }

  private static func date(of file: URL) -> Date? {
    try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }

  // MARK: - Running

  func run(
    _ tool: URL, _ arguments: [String], output: FileHandle? = nil
  ) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    if let output {
      process.standardOutput = output
      process.standardError = output
    }
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Refusal("modkit \(arguments.first ?? "") ended with \(process.terminationStatus)")
    }
  }
}

/// Why the plugin did not do what was asked.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
