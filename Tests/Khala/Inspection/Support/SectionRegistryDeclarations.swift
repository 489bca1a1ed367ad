import SectionRegistry

@testable import Khala

/// The declarations of this process, as a tool finds them in its binary.
enum SectionRegistryDeclarations {
  static var all: [KhalaDeclaration] {
    (SectionRegistry.records(of: .routingClass) + SectionRegistry.records(of: .contract))
      .compactMap { KhalaDeclaration($0) }
  }
}
