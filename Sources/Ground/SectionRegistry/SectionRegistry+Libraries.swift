extension SectionRegistry {
  /// Loads a library and finds the records it brings.
  ///
  /// The library stays loaded until the process ends, because Swift code cannot
  /// be unloaded safely. Loading one a second time brings nothing new.
  ///
  /// - Parameter path: As for `dlopen`: a path, or a name to search for.
  /// - Returns: The enabled records of images that were not loaded before.
  /// - Throws: A ``ModuleProblem`` with the loader's own words.
  @discardableResult
  public static func loadLibrary(at path: String) throws -> [Record] {
    let before = Set(records.map(\.id))
    try openLibrary(at: path)
    return records.filter { !before.contains($0.id) }
  }
}
