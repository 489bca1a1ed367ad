import CCompilerIndex

extension IndexStore {
  /// The names of all units, in no particular order.
  package var unitNames: [String] {
    let names = Collected<[String]>([])
    _ = unsafe functions.store_units_apply_f(store, 0, names.pointer) { context, name in
      unsafe Collected<[String]>.of(context).value.append(String(name))
      return true
    }
    return names.value
  }

  /// Returns the name of the unit of an object file.
  ///
  /// The unit may not exist.
  package func unitName(forOutput path: String) -> String {
    var bytes = [CChar](repeating: 0, count: 1_024)
    let length = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe functions.store_get_unit_name_from_output_path(
        store, path, buffer.baseAddress!, buffer.count)
    }
    return String(
      decoding: bytes.prefix(min(length, bytes.count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns the time at which a unit was written, or `nil` if it does not exist.
  package func timeWritten(ofUnit name: String) -> FileTime? {
    var seconds: Int64 = 0
    var nanoseconds: Int64 = 0
    var error: UnsafeMutableRawPointer?
    let failed = unsafe functions.store_get_unit_modification_time(
      store, name, &seconds, &nanoseconds, &error)
    guard failed else { return FileTime(seconds: seconds, nanoseconds: nanoseconds) }
    _ = unsafe library.consume(error)
    return nil
  }

  /// Reads a unit.
  ///
  /// - Throws: An ``IndexError`` if the unit is missing or damaged.
  package func unit(named name: String) throws(IndexError) -> IndexUnit {
    try checkCompleteness(of: .unit, named: name)
    var error: UnsafeMutableRawPointer?
    guard let reader = unsafe functions.unit_reader_create(store, name, &error),
      let written = timeWritten(ofUnit: name)
    else { throw unsafe unreadable("unit", name, error) }
    defer { unsafe functions.unit_reader_dispose(reader) }
    let dependencies = unsafe dependencies(of: reader)
    return unsafe IndexUnit(
      name: name,
      module: String(functions.unit_reader_get_module_name(reader)),
      mainFile: String(functions.unit_reader_get_main_file(reader)),
      outputFile: String(functions.unit_reader_get_output_file(reader)),
      isSystem: functions.unit_reader_is_system_unit(reader),
      written: written,
      records: dependencies.records,
      imports: dependencies.imports)
  }

  /// The dependencies of a unit.
  private struct Dependencies {
    let functions: compiler_index_functions
    var records: [String] = []
    var imports: [String] = []

    mutating func add(_ dependency: UnsafeMutableRawPointer) {
      guard unsafe !functions.unit_dependency_is_system(dependency) else { return }
      switch unsafe functions.unit_dependency_get_kind(dependency) {
      case COMPILER_INDEX_RECORD:
        unsafe records.append(String(functions.unit_dependency_get_name(dependency)))
      case COMPILER_INDEX_UNIT:
        unsafe imports.append(String(functions.unit_dependency_get_modulename(dependency)))
      default: break
      }
    }
  }

  private func dependencies(of reader: UnsafeMutableRawPointer) -> Dependencies {
    let dependencies = Collected(Dependencies(functions: functions))
    _ = unsafe functions.unit_reader_dependencies_apply_f(reader, dependencies.pointer) {
      unsafe Collected<Dependencies>.of($0).value.add($1!)
      return true
    }
    return dependencies.value
  }

  func unreadable(
    _ part: String, _ name: String, _ error: UnsafeMutableRawPointer?
  ) -> IndexError {
    unsafe IndexError(
      .unreadable,
      """
      the \(part) '\(name)' of the index store '\(path)' cannot be read: \
      \(library.consume(error)). Remove the store and build again.
      """)
  }
}

/// A value that is filled by callbacks of the library, with a context pointer.
///
/// The library calls the callbacks before it returns, so the value exists longer than every call.
final class Collected<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// The context pointer, which is valid as long as this object exists.
  var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  static func of(_ pointer: UnsafeMutableRawPointer?) -> Collected<Value> {
    unsafe Unmanaged<Collected<Value>>.fromOpaque(pointer!).takeUnretainedValue()
  }
}

extension compiler_index_string {
  /// Calls a closure with the bytes, without copying them.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard let data = unsafe data else {
      return unsafe body(UnsafeBufferPointer(start: nil, count: 0))
    }
    return unsafe data.withMemoryRebound(to: UInt8.self, capacity: length) { bytes in
      unsafe body(UnsafeBufferPointer(start: bytes, count: length))
    }
  }
}

extension String {
  init(_ text: compiler_index_string) {
    self = unsafe text.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
