import CommandLineKit
import EditorServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CommandParameter {
  fileprivate static let programs = CommandParameter(
    name: "program", summary: "A program to read instead of the programs in the build folder.",
    isOptional: true, isRepeated: true, isFile: true)
}

extension ModkitCommand {
  /// Runs a language server for an editor.
  static let languageServer = ModkitCommand(
    syntax: CommandSyntax(
      name: "lsp", summary: "Serve an editor over standard input and output.",
      parameters: [.programs], options: [],
      discussion: """
        An editor starts it as a second language server beside that of Swift. It answers \
        questions about the names in string literals. It reads the programs in .build/debug of \
        the folders that the editor opens, and reads them again after each build. It exits with \
        the editor, and with code 1 if the editor did not send 'shutdown'.
        """)
  ) { invocation in
    let folder = FileManager.default.currentDirectoryPath
    let options = EditorServerOptions(
      programs: invocation.arguments.words.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" },
      folder: folder, version: Modkit.version, reading: .processes())
    let server = EditorServer(options, connection: .standardStreams(), clock: ContinuousClock())
    switch server.runAndWait() {
    case .orderly: return .success
    case .withoutShutdown: return .found
    case .unreadable(let error): throw Failure(code: .unreadable, message: "\(error)")
    }
  }
}
