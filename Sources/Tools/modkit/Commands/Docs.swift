import BinaryInspection
import CommandLineKit
import ModuleGraph
import Spelling

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CommandOption {
  fileprivate static let folder = CommandOption(
    name: "folder", value: "folder",
    summary: "The folder of the pages (default: Modules).")

  fileprivate static let format = CommandOption(
    name: "format", value: "format", choices: ModuleCanvas.Format.allCases.map(\.rawValue),
    summary: "The format of the pages (default: markdown).")

  fileprivate static let sources = CommandOption(
    name: "source-url", value: "url",
    summary: """
      The URL of the project's folder, for links to source files (default: for Markdown, the path \
      from the pages).
      """)

  fileprivate static let check = CommandOption(
    name: "check", summary: "Write nothing, and fail if a page differs from the program.")
}

extension ModkitCommand {
  /// Writes a page about each module.
  static let docs = ModkitCommand(
    syntax: CommandSyntax(
      name: "docs", summary: "Write a page about each module, for the documentation.",
      parameters: [.files],
      options: [.folder, .format, .sources, .check, .module, .moduleFolder, .uses, .libraries],
      discussion: """
        A page has the declarations of a module with their schedules in words, the modules that \
        use them, the uses in the module's code, and its place in the graph. Run the command in \
        the folder of the project, commit the pages, and use --check in CI. Pages of modules that \
        no longer exist are removed.
        """)
  ) { invocation in
    let arguments = invocation.arguments
    let graph = try invocation.graph(of: try invocation.program())
    if !graph.usesAreKnown { invocation.note("Uses in code were not read.") }
    let modules = Set(arguments.values(.module))
    if let unknown = modules.filter({ graph.module($0) == nil }).min() {
      throw CommandMistake(
        "no module '\(unknown)' declares anything in these files"
          + NameHint.text(for: unknown, among: graph.modules.map(\.name)))
    }
    let folder = PageFolder(path: arguments.value(.folder) ?? "Modules")
    let format = ModuleCanvas.Format(rawValue: arguments.value(.format) ?? "") ?? .markdown
    let folders = SourceFolders(root: ".", folders: try invocation.moduleFolders(of: "docs"))
    let url = arguments.value(.sources) ?? (format == .markdown ? folder.pathToProject : nil)
    let canvas = ModuleCanvas(graph, modules: modules, format: format) { location in
      guard let url, let path = folders.path(of: location) else { return nil }
      let parts = path.split(separator: "/").map { PageFolder.percentEncoded($0) }
      return ([url.hasSuffix("/") ? String(url.dropLast()) : url] + parts).joined(separator: "/")
    }
    let pages = Dictionary(
      canvas.pages.map { ($0.file, $0.text) }, uniquingKeysWith: { first, _ in first })
    let old = folder.ownPages
    let changed = pages.filter { old[$0.key] != $0.value }.keys.sorted()
    let removed = old.keys.filter { pages[$0] == nil }.sorted()
    guard arguments.has(.check) else {
      try folder.make()
      for file in changed { try invocation.write(pages[file] ?? "", to: folder.path(of: file)) }
      for file in removed { try folder.remove(file) }
      return .success
    }
    guard !changed.isEmpty || !removed.isEmpty else { return .success }
    try invocation.answer(
      lines: changed.map { "\(folder.path(of: $0)) differs from the program" }
        + removed.map { "\(folder.path(of: $0)) is about a module that no longer exists" })
    invocation.note("Write the pages again with 'modkit docs', and commit them.")
    return .found
  }
}

/// The folder of the pages.
private struct PageFolder {
  let path: String

  func path(of file: String) -> String { "\(path)/\(file)" }

  /// The path from the pages to the folder of the project, or `nil` if it cannot be told.
  var pathToProject: String? {
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !path.hasPrefix("/"), !parts.contains("..") else { return nil }
    return parts.isEmpty ? "." : parts.map { _ in ".." }.joined(separator: "/")
  }

  /// The pages of an earlier call, by their names.
  var ownPages: [String: String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.reduce(into: [:]) { pages, name in
      guard let data = FileManager.default.contents(atPath: path(of: name)) else { return }
      let text = String(decoding: data, as: UTF8.self)
      if text.hasPrefix(ModuleCanvas.mark) { pages[name] = text }
    }
  }

  func make() throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Failure(code: .unwritable, message: "the folder \(path) cannot be created: \(error).")
    }
  }

  func remove(_ file: String) throws {
    do {
      try FileManager.default.removeItem(atPath: path(of: file))
    } catch {
      throw Failure(
        code: .unwritable, message: "\(path(of: file)) cannot be removed: \(error).")
    }
  }

  /// Encodes a part of a path for a link in Markdown.
  static func percentEncoded(_ part: some StringProtocol) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+".utf8)
    return part.utf8.reduce(into: "") { text, byte in
      if plain.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
