import SectionRegistry

@testable import Khala

/// The declarations of this process, as a tool finds them in its binary.
enum SectionRegistryDeclarations {
  static var all: [KhalaDeclaration] {
    (SectionRegistry.records(of: .khala) + SectionRegistry.records(of: .khalaContract))
      .compactMap { KhalaDeclaration($0) }
  }
}
