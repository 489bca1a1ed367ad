import Testing

@testable import UseReading
