/// One file that the compiler has compiled, as the index has it.
package struct IndexUnit: Sendable, Hashable {
  /// The name of the unit in the store.
  package var name: String
  package var module: String
  /// The path of the source; empty if the unit is that of a module.
  package var mainFile: String
  /// The path of the object file.
  package var outputFile: String
  /// A Boolean value that indicates whether it belongs to the system or the toolchain.
  package var isSystem: Bool
  /// The time at which the compiler wrote the unit.
  package var written: FileTime
  /// The names of the records with the occurrences of its symbols.
  package var records: [String]
  /// The modules that it imports, apart from those of the system.
  package var imports: [String]

  package init(
    name: String, module: String, mainFile: String, outputFile: String, isSystem: Bool = false,
    written: FileTime, records: [String], imports: [String]
  ) {
    self.name = name
    self.module = module
    self.mainFile = mainFile
    self.outputFile = outputFile
    self.isSystem = isSystem
    self.written = written
    self.records = records
    self.imports = imports
  }
}
