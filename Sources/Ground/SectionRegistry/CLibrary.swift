#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("SectionRegistry needs the C library of this platform.")
#endif

/// Returns the value of an environment variable.
func environmentValue(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Returns whether the left bytes come before the right bytes in lexicographical order.
///
/// For UTF-8, this is the order of Unicode scalars.
func areOrdered(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  guard let start = left.baseAddress, let other = right.baseAddress else {
    return left.count < right.count
  }
  let difference = unsafe memcmp(start, other, min(left.count, right.count))
  return difference == 0 ? left.count < right.count : difference < 0
}

/// Loads a library permanently.
func openLibrary(at path: String) throws(ModuleProblem) {
  guard unsafe dlopen(path, RTLD_NOW | RTLD_NODELETE) == nil else { return }
  let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "the loader gave no reason"
  throw .libraryNotLoaded(path: path, reason: reason)
}
