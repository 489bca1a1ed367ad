import Glibc

/// Writes a line at once.
public func say(_ line: String) {
  puts(line)
  fflush(nil)
}
