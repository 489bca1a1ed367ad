import Testing

@testable import BinaryRecords

@Suite struct BinaryFileTests {}
