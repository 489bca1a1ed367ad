import Synchronization
package struct RecordRevision: Equatable, Sendable { let g: ImageGeneration; let f: UInt64 }
package struct ImageID: Hashable, Sendable { let address: UInt }
extension SectionRegistry {
  package static var revision: RecordRevision { RecordRevision(g: .current, f: 0) }
  package static func imageID(ofCodeAt address: UInt) -> ImageID? {
    for r in SectionRegistry.records where r.image.code.contains(address) { return r.imageID }
    return nil
  }
}
extension Record { package var imageID: ImageID { ImageID(address: image.address) } }
