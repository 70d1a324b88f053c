"""Statistics as pages read them: of a person, of everybody, of hands and of decisions. What they read is written in
`counting`.
"""
