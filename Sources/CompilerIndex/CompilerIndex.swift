import CCompilerIndex

/// The index that the compiler writes while it builds.
package struct CompilerIndex {
  init() {}
}
