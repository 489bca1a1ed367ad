extension BinaryTraits {
  /// The folders in which the libraries that it needs are looked for first.
  ///
  /// - Parameter path: The path of the file, which run paths may be relative to.
  /// - Returns: The folders, in their order.
  package func runFolders(ofFileAt path: String) -> [String] {
    runPaths.map { Self.expand($0, inFileAt: path) }
  }

  /// Replaces `$ORIGIN` in a path or the name of a library by the folder of a file.
  ///
  /// - Parameters:
  ///   - text: The path or name, as the file has it.
  ///   - path: The path of the file.
  /// - Returns: The text as the dynamic loader reads it.
  package static func expand(_ text: String, inFileAt path: String) -> String {
    let slash = path.lastIndex(of: "/")
    let origin = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    return text.replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
  }
}
