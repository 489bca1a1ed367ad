import Testing

@testable import SourceReading
