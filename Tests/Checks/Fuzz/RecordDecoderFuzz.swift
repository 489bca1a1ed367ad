// Compiled by `Tests/Checks/Fuzz/run` in one module with the sources of records in Declarations.

/// Feeds arbitrary bytes to the record decoder.
///
/// Whatever they are, decoding ends, reads nothing outside them (the address
/// sanitizer watches), and finds the good record that stands behind them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecordDecoder(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let noteAlignment = bytes.count.isMultiple(of: 3) ? 4 : 8
  bytes.withUnsafeBytes { decodeAll($0, noteAlignment: noteAlignment, looking: nil) }

  let sentinel = RecordFields(
    kind: "fuzz", key: "sentinel", fileID: "Fuzz/Sentinel.swift", line: 1, column: 1)
  bytes += Array(repeating: 0, count: -bytes.count & 7)
  let end = bytes.count
  bytes += sentinel.bytes(accessor: 1)
  bytes.withUnsafeBytes { decodeAll($0, noteAlignment: noteAlignment, looking: end) }
  return 0
}

/// Decodes all of the bytes and checks every step.
///
/// - Parameters:
///   - bytes: What to decode.
///   - noteAlignment: What note sizes are rounded up to.
///   - offset: Where a good record stands that must be found, unless a record
///     before it is so made that this one is part of its text.
private func decodeAll(
  _ bytes: UnsafeRawBufferPointer, noteAlignment: Int, looking offset: Int?
) {
  var isFound = offset == nil
  var steps = 0
  for element in RecordDecoder(bytes, noteAlignment: noteAlignment) {
    steps += 1
    precondition(steps <= bytes.count, "the decoder does not move forward")
    guard case .record(let record) = element else { continue }
    let start = record.start - bytes.baseAddress!
    let size = 16 + Int(fields(of: record).descriptorSize)
    precondition(start >= 0 && start + size <= bytes.count, "a record reaches outside the bytes")
    if let offset, (start..<start + size).contains(offset) { isFound = true }
  }
  precondition(isFound, "a record was hidden")
}

/// Reads every field, so that the sanitizer sees every read.
private func fields(of record: RecordView) -> RecordFields {
  RecordFields(
    kind: record.kind, key: record.key, fileID: record.fileID, line: record.line,
    column: record.column, priority: record.priority, flags: record.flags, detail: record.detail)
}
