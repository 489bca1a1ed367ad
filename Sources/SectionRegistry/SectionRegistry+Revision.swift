import Synchronization
package struct RecordRevision: Sendable {
  package let a: UInt64, b: UInt64, f: UInt64
  @inlinable package init(a: UInt64, b: UInt64, f: UInt64) { self.a = a; self.b = b; self.f = f }
  @inlinable package func isSame(as o: RecordRevision) -> Bool { a == o.a && b == o.b && f == o.f }
}

package struct ImageID: Hashable, Sendable { let address: UInt }
extension SectionRegistry {
  package static var revision: RecordRevision { let g = ImageGeneration.current; return RecordRevision(a: g.loaded, b: g.unloaded, f: 0) }
  package static func imageID(ofCodeAt address: UInt) -> ImageID? {
    for r in SectionRegistry.records where r.image.code.contains(address) { return r.imageID }
    return nil
  }
}
extension Record { package var imageID: ImageID { ImageID(address: image.address) } }
