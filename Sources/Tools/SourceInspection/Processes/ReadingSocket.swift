import CCompilerIndex

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A socket that sends and receives lines of JSON.
struct ReadingSocket: Sendable {
  /// The result of waiting for a line.
  enum Arrival {
    case line(Data)
    case end
    /// No byte was received in time.
    case silence
    case tooLong
  }

  let descriptor: Int32
  private var bytes = Data()
  /// The number of bytes that were already searched for the end of a line.
  private var searched = 0

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Sends a line.
  ///
  /// Returns whether the other side accepts it.
  func send(_ json: Data) -> Bool {
    var line = json
    line.append(UInt8(ascii: "\n"))
    return unsafe line.withUnsafeBytes {
      unsafe reading_process_send(descriptor, $0.baseAddress, $0.count)
    }
  }

  /// Waits for a line.
  mutating func line(milliseconds: Int32, mostBytes: Int) -> Arrival {
    while true {
      if let end = bytes[(bytes.startIndex + searched)...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(bytes[..<end])
        bytes = Data(bytes[(end + 1)...])
        searched = 0
        return .line(line)
      }
      searched = bytes.count
      guard searched <= mostBytes else { return .tooLong }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe chunk.withUnsafeMutableBytes { chunk in
        unsafe reading_process_receive(descriptor, chunk.baseAddress, chunk.count, milliseconds)
      }
      guard count > 0 else { return count == 0 ? .end : .silence }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}
