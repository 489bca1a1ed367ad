public import CBenchmarkSupport

/// Uses a value as far as the optimizer can tell, so that computing it is not
/// optimized away.
@inlinable
@inline(__always)
public func blackHole<Value>(_ value: Value) {
  unsafe withUnsafePointer(to: value) { unsafe modkit_use_pointer($0) }
}
