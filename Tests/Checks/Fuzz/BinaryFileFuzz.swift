// Compiled by `Tests/Checks/Fuzz/run` in one module with the sources of BinaryRecords.

/// Feeds arbitrary bytes to the reader of binaries.
///
/// Whatever they are, reading ends, and nothing outside them is read (the address
/// sanitizer watches), neither at once nor by what is read only when asked for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBinaryFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let file = try? BinaryFile(bytes: bytes, name: "fuzz") else { return 0 }
  for image in file.images {
    precondition(image.recordByteCount <= 4 * count, "records are read again and again")
    _ = image.comments
    _ = image.linker
    let symbols = image.sharedSymbols()
    // What audits and diagnoses ask for besides.
    _ = image.definedSymbols(among: Set(symbols.map(\.name)))
    _ = image.hasSymbolTable
    _ = image.carriesToolkit
    _ = image.needsToolkit
    _ = image.cutSegments
    _ = image.sections
    _ = image.unloadedRecords
    let types = image.reflectedTypes()
    precondition(types.types.count <= count, "types are read again and again")
    for notes in image.notes { precondition(notes.paddingByteCount <= count, "more than is there") }
    _ = image.traits.runFolders(ofFileAt: file.path)
  }
  for record in file.records {
    precondition(
      record.offset >= 0 && record.offset + record.byteCount <= count, "a record lies outside")
  }
  _ = file.problems.map(\.description)
  return 0
}
