import Foundation
import PackagePlugin

extension ModkitPlugin {
  /// Builds everything, asks modkit for the tests that the changes can affect, and runs these.
  func test(_ context: PluginContext, _ words: [String]) throws {
    let (own, others) = Self.split(words)
    let (narrowing, passed) = Self.takeFilters(of: others)
    var extractor = ArgumentExtractor(own)
    let revisions = extractor.extractOption(named: "since")
    let isList = extractor.extractFlag(named: "list") > 0
    guard let revision = revisions.last else {
      throw Refusal("'test' needs '--since <revision>', such as '--since main'")
    }
    let folder = context.pluginWorkDirectoryURL.appending(path: "test")
    // Texts of an earlier change would count as changed.
    if FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder)
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let commit = ["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"]
    guard (try? git(commit, in: context.package)) != nil else {
      throw Refusal(
        """
        git knows no revision '\(revision)' of this package: pass a branch, a tag or a commit to \
        '--since', and fetch it first in a shallow clone
        """)
    }
    let changes = try changes(since: revision, in: context.package)
    let changed = changes.map(\.path)
    try writeTexts(of: changes, at: revision, in: context.package, to: folder)
    let description = folder.appending(path: "package.json")
    try JSONEncoder().encode(Layout(context.package)).write(to: description)
    var parameters = PackageManager.BuildParameters()
    parameters.echoLogs = true
    guard try packageManager.build(.all(includingTests: true), parameters: parameters).succeeded
    else { throw Refusal("the tests do not build") }
    guard !changed.isEmpty else { return print("nothing has changed since \(revision)") }
    let filters = folder.appending(path: "filters")
    try run(
      try modkit(context),
      [
        "test", "--package", description.path, "--previous",
        folder.appending(path: "previous").path,
      ]
        + ["--filters", filters.path] + changed.flatMap { ["--changed", $0] }
        + narrowing.flatMap { ["--matching", $0] }
        + extractor.remainingArguments)
    guard !isList else { return }
    let chosen = try String(contentsOf: filters, encoding: .utf8).split(separator: "\n")
    guard !chosen.isEmpty else { return }
    // SwiftPM holds the lock of the folder while it runs this plugin, and waits for it.
    try run(
      URL(filePath: "/usr/bin/env"),
      ["swift", "test", "--skip-build", "--ignore-lock", "--package-path"]
        + [context.package.directoryURL.path] + chosen.flatMap { ["--filter", String($0)] }
        + passed)
  }

  /// Splits words at `--`: the options of modkit, and those of `swift test`.
  static func split(_ words: [String]) -> ([String], [String]) {
    guard let index = words.firstIndex(of: "--") else { return (words, []) }
    return (Array(words[..<index]), Array(words[(index + 1)...]))
  }

  /// Takes the filters out of the words for `swift test`, to which several filters are a union.
  private static func takeFilters(of words: [String]) -> (filters: [String], others: [String]) {
    var filters: [String] = []
    var others: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--filter", let filter = rest.popFirst() {
        filters.append(filter)
      } else if word.hasPrefix("--filter=") {
        filters.append(String(word.dropFirst("--filter=".count)))
      } else {
        others.append(word)
      }
    }
    return (filters, others)
  }

  /// A changed file.
  private struct Change {
    /// The path, relative to the package.
    var path: String
    /// The path, relative to the repository.
    var repositoryPath: String
  }

  /// Returns the files of the package, and of packages that it depends on, that differ from a
  /// revision.
  private func changes(since revision: String, in package: Package) throws -> [Change] {
    let top = try git(["rev-parse", "--show-toplevel"], in: package)
    let root = URL(filePath: top.trimmingCharacters(in: .newlines)).resolvingSymlinksInPath().path
    let tracked = try git(
      ["diff", "--name-only", "--no-renames", "-z", revision, "--"], in: package)
    let new = try git(
      ["ls-files", "--others", "--exclude-standard", "--full-name", "-z", ":/"], in: package)
    let places = Places(package)
    return Set((tracked + new).split(separator: "\0").map(String.init)).sorted().compactMap {
      path in
      places.path(of: "\(root)/\(path)").map { Change(path: $0, repositoryPath: path) }
    }
  }

  /// The folders whose files a package may contain, without symbolic links.
  private struct Places {
    private let package: String
    private let targets: [(folder: String, path: String)]
    private let dependencies: [String]

    init(_ package: Package) {
      let root = package.directoryURL
      self.package = Self.folder(root)
      targets = package.targets.map { target in
        (Self.folder(target.directoryURL), Layout.path(of: target.directoryURL.path, in: root.path))
      }
      dependencies = Layout.dependencies(of: package).map(Self.folder)
    }

    private static func folder(_ url: URL) -> String { url.resolvingSymlinksInPath().path + "/" }

    /// Returns the path of a file relative to the package, the whole path of a file of a
    /// dependency, and `nil` for others.
    ///
    /// The folder of a target may be a symbolic link to sources outside the package.
    func path(of file: String) -> String? {
      if file.hasPrefix(package) { return String(file.dropFirst(package.count)) }
      if let target = targets.first(where: { file.hasPrefix($0.folder) }) {
        return "\(target.path)/\(file.dropFirst(target.folder.count))"
      }
      return dependencies.contains(where: file.hasPrefix) ? file : nil
    }
  }

  /// Writes the changed sources as they were at a revision.
  private func writeTexts(
    of changes: [Change], at revision: String, in package: Package, to folder: URL
  ) throws {
    let known = Set(
      try git(["ls-tree", "-r", "--full-tree", "--name-only", "-z", revision], in: package)
        .split(separator: "\0").map(String.init))
    for change in changes
    where change.path.hasSuffix(".swift") && !change.path.hasPrefix("/")
      && known.contains(change.repositoryPath)
    {
      let copy = folder.appending(path: "previous/\(change.path)")
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      let text = try git(["show", "\(revision):\(change.repositoryPath)"], in: package)
      try Data(text.utf8).write(to: copy)
    }
  }

  private func git(_ arguments: [String], in package: Package) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", package.directoryURL.path] + arguments
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Refusal("git \(arguments[0]) ended with \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// The targets of a package in the format of `swift package describe`.
  private struct Layout: Encodable {
    struct Target: Encodable {
      var name: String
      var c99name: String
      var type: String
      var path: String
      var sources: [String]
      var target_dependencies: [String]
      var product_dependencies: [String]
    }

    struct Dependency: Encodable {
      var path: String
    }

    let path: String
    let targets: [Target]
    let dependencies: [Dependency]

    init(_ package: Package) {
      let root = package.directoryURL.path
      path = root
      dependencies = Self.dependencies(of: package).map { Dependency(path: $0.path) }
      targets = package.targets.map { target in
        let module = target as? any SourceModuleTarget
        let folder = target.directoryURL.path
        let type =
          switch module?.kind {
          case .test: "test"
          case .executable, .snippet: "executable"
          case .macro: "macro"
          default: "library"
          }
        return Target(
          name: target.name, c99name: module?.moduleName ?? target.name, type: type,
          path: Self.path(of: folder, in: root),
          sources: (module?.sourceFiles).map { files in
            files.filter { $0.type == .source }.map { Self.path(of: $0.url.path, in: folder) }
          } ?? [],
          target_dependencies: target.dependencies.compactMap { dependency in
            if case .target(let other) = dependency { other.name } else { nil }
          },
          product_dependencies: target.dependencies.compactMap { dependency in
            if case .product(let product) = dependency { product.name } else { nil }
          })
      }
    }

    /// Returns the folders of the packages on which a package depends, also indirectly.
    static func dependencies(of package: Package) -> [URL] {
      package.dependencies.map(\.package).flatMap { [$0.directoryURL] + dependencies(of: $0) }
    }

    static func path(of path: String, in folder: String) -> String {
      let prefix = folder.hasSuffix("/") ? folder : folder + "/"
      return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }
  }
}
