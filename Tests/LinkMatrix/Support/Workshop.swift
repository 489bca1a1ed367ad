import Foundation
import ProgramTestSupport

/// A folder in which the programs of one test are built, all with the same
/// compiler options.
struct Workshop: Sendable {
  let folder: URL
  let options: Options
  let toolkit: Toolkit

  /// How the compiler is called.
  struct Options: Hashable, Sendable {
    /// For the fixtures and the toolkit, also when they are linked.
    var everywhere = ["-Onone"]
    /// For the fixtures alone, also when they are linked.
    var fixtures: [String] = []
    /// How much of the toolkit there is to link.
    var extent = Toolkit.Extent.registry
  }

  init(_ name: String, _ options: Options = Options()) async throws {
    toolkit = try await Toolkit.built(options.extent, with: options.everywhere)
    folder = try LinkMatrix.makeFolder(name)
    self.options = options
  }

  private init(folder: URL, options: Options, toolkit: Toolkit) {
    self.folder = folder
    self.options = options
    self.toolkit = toolkit
  }

  /// A second folder, to link what was compiled here in another way.
  func elsewhere() throws -> Workshop {
    Workshop(
      folder: try LinkMatrix.makeFolder("Linked"), options: options, toolkit: toolkit)
  }

  /// How an image comes by the toolkit.
  enum ToolkitLinkage: Sendable {
    /// It holds a copy.
    case copied
    /// It uses the shared library.
    case shared
  }

  /// Compiles Swift files as one module, which later modules can import.
  ///
  /// - Returns: Its objects: one, or one per file if the options say so.
  func compile(
    _ module: String, _ sources: [String], options extra: [String] = []
  ) async throws -> [URL] {
    let place = folder.appending(path: "\(module).build")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try await compilation(of: module, sources, options: extra, in: place).succeed()
    return try FileManager.default
      .contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
      // "bc" is what the compiler leaves for optimization at link time.
      .filter { ["o", "bc"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
  }

  /// The command that compiles Swift files as one module.
  func compilation(
    of module: String, _ sources: [String], options extra: [String] = [], in place: URL? = nil
  ) throws -> Command {
    let isScript = sources.contains { $0.hasSuffix("/main.swift") }
    return try Toolchain.command(
      "swiftc",
      ["-c", "-module-name", module, "-swift-version", "6"]
        + (isScript ? [] : ["-parse-as-library"])
        + ["-diagnostic-style=llvm", "-no-color-diagnostics"]
        + options.everywhere + options.fixtures + extra
        + ["-I", toolkit.folder.path, "-I", folder.path]
        + ["-emit-module-path", folder.appending(path: "\(module).swiftmodule").path]
        + Toolchain.macroArguments() + sources,
      in: place ?? folder)
  }

  /// Compiles a C file.
  func compileC(_ source: String, as name: String, options: [String] = []) async throws -> URL {
    let object = folder.appending(path: "\(name).o")
    try await Toolchain.command(
      "clang", ["-c", "-fPIC", "-O1", "-o", object.path] + options + [source]
    ).succeed()
    return object
  }

  /// Links a shared library, `lib<name>.so`.
  @discardableResult
  func library(
    _ name: String, _ objects: [URL], toolkit linkage: ToolkitLinkage = .shared,
    options: [String] = []
  ) async throws -> URL {
    let library = folder.appending(path: "lib\(name).so")
    // The name under which others find it, whatever path they are linked with.
    let soname = ["-Xlinker", "-soname=lib\(name).so"]
    try await link(
      library, ["-emit-library"] + soname + options, objects, linkage
    ).succeed()
    return library
  }

  /// Links an executable.
  @discardableResult
  func executable(
    _ name: String, _ objects: [URL], toolkit linkage: ToolkitLinkage = .copied,
    options: [String] = []
  ) async throws -> Program {
    try await linking(name, objects, toolkit: linkage, options: options).succeed()
    return Program(executable: folder.appending(path: name))
  }

  /// The command that links an executable.
  func linking(
    _ name: String, _ objects: [URL], toolkit linkage: ToolkitLinkage = .copied,
    options: [String] = []
  ) throws -> Command {
    try link(folder.appending(path: name), ["-emit-executable"] + options, objects, linkage)
  }

  private func link(
    _ output: URL, _ arguments: [String], _ objects: [URL], _ linkage: ToolkitLinkage
  ) throws -> Command {
    // The driver notes which libraries the objects need in a file beside the first of them, which
    // links of the same objects at the same time would share. So the first has another name here.
    let name = output.lastPathComponent + "-" + objects[0].lastPathComponent
    let first = folder.appending(path: name)
    try? FileManager.default.removeItem(at: first)
    try FileManager.default.linkItem(at: objects[0], to: first)
    let copied = linkage == .copied ? toolkit.objects : [toolkit.library]
    return try Toolchain.command(
      "swiftc",
      options.everywhere + options.fixtures + arguments
        + ["-o", output.path, "-L", folder.path]
        + ["$ORIGIN", toolkit.folder.path].flatMap { ["-Xlinker", "-rpath=\($0)"] }
        + ([first] + objects.dropFirst() + copied).map(\.path))
  }
}

/// An executable that a test has built.
struct Program: Sendable {
  let executable: URL

  /// Runs it and insists on success.
  func run(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> Command.Outcome {
    try await Command(executable: executable, arguments: arguments, environment: environment)
      .succeed()
  }
}
