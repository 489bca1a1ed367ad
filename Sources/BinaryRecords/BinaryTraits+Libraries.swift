extension BinaryTraits {
  /// The folders in which the libraries that it needs are looked for first.
  ///
  /// - Parameter path: The path of the file, which run paths may be relative to.
  /// - Returns: The folders, in their order.
  package func runFolders(ofFileAt path: String) -> [String] {
    let slash = path.lastIndex(of: "/")
    let origin = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    return runPaths.map { folder in
      folder.replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
    }
  }
}
