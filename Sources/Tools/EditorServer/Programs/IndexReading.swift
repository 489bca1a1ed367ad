import Dispatch
package import SourceInspection

/// Reads uses from the compiler's index, on threads that may wait for the disk.
package struct IndexReading: Sendable {
  private let reader = UseReader()
  private let queue = DispatchQueue(label: "modkit.lsp.index", qos: .utility)

  package init() {}

  /// Reads the uses in the code of a program.
  package func read(_ request: UseRequest) async -> ProgramUses {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: reader.read(request)) }
    }
  }
}
