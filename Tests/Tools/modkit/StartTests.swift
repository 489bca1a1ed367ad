import Foundation
import ProgramTestSupport
import Testing

#if os(Linux)
  /// What starts with modkit.
  @Suite struct StartTests {
    @Test func `modkit loads neither ICU nor all of Foundation`() async throws {
      let list = try await Command(
        executable: URL(filePath: "/usr/bin/ldd"), arguments: [Program.path(of: "modkit")]
      ).succeed()
      let libraries = list.lines.compactMap { $0.split(whereSeparator: \.isWhitespace).first }
      #expect(libraries.contains { $0.hasPrefix("libc.so") })
      #expect(!libraries.contains { $0.contains("ICU") })
      #expect(!libraries.contains("libFoundation.so"))
    }
  }
#endif
