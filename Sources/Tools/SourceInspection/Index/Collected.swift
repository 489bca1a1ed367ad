import CCompilerIndex

/// A value that a function of the library fills, through its context pointer.
///
/// The library calls back before it returns, so that the value outlives every call.
final class Collected<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// The context pointer, valid while this is alive.
  var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  static func of(_ pointer: UnsafeMutableRawPointer?) -> Collected<Value> {
    unsafe Unmanaged<Collected<Value>>.fromOpaque(pointer!).takeUnretainedValue()
  }
}

extension compiler_index_string {
  /// Calls a closure with the bytes, which are not copied.
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
