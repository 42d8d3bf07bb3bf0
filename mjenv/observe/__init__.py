"""What a seat may see: the ``view/1`` record, and the encodings made from it alone."""
