#!/usr/bin/env perl
# A complete AI for the Slime contest: it moves at random. Make it yours in `choose`.
#
#     perl client.pl [HOST [PORT [TEAM [NAME]]]]
use strict;
use warnings;
use IO::Socket::IP;
use Socket qw(IPPROTO_TCP TCP_NODELAY);

use constant { RIGHT => 0, UP => 1, LEFT => 2, DOWN => 3 };
use constant { TURNS => 180, WIDTH => 25, HEIGHT => 13, SLIMES => 5, NOBODY => 255 };

# Returns the directions of your five slimes for the next turn.
#   $team    your team: 0 is A, 1 is B
#   $turn    turns played so far
#   $owner   $owner->[$x][$y] is 0 (A), 1 (B) or NOBODY; (0, 0) is the bottom left square
#   $slimes  $slimes->[$team][$number] is [$x, $y]
sub choose {
    my ($team, $turn, $owner, $slimes) = @_;
    return map { int rand 4 } 1 .. SLIMES;
}

# Receives exactly the wanted number of bytes: TCP may deliver them in pieces.
sub receive {
    my ($server, $count) = @_;
    my $data = '';
    while (length $data < $count) {
        my $got = sysread $server, $data, $count - length $data, length $data;
        die "The server ended the connection.\n" unless $got;
    }
    return $data;
}

sub transmit {
    my ($server, $data) = @_;
    while (length $data) {
        my $sent = syswrite($server, $data) // die "The server ended the connection.\n";
        substr($data, 0, $sent, '');
    }
}

# Returns text in UTF-8 padded with zero bytes; a text that is too long is cut between letters.
sub padded {
    my ($text, $length) = @_;
    while (length $text > $length) { $text =~ s/[\xC0-\xFF][\x80-\xBF]*\z//s or chop $text }
    return $text . "\0" x ($length - length $text);
}

# Returns the field and the slimes, from the 345 bytes behind the turn.
sub read_state {
    my @bytes = unpack 'C*', shift;
    my @owner = map { [splice @bytes, 0, HEIGHT] } 1 .. WIDTH;
    my @slimes = map { [map { [splice @bytes, 0, 2] } 1 .. SLIMES] } 0 .. 1;
    return (\@owner, \@slimes);
}

my ($host, $port, $wanted, $name) = (@ARGV, ('localhost', 25252, 0, 'Perl')[@ARGV .. 3]);
my $server = IO::Socket::IP->new(PeerHost => $host, PeerPort => $port, Type => Socket::SOCK_STREAM())
    or die "Nobody answers at $host, port $port: $@\n";
setsockopt $server, IPPROTO_TCP, TCP_NODELAY, 1;
$SIG{PIPE} = 'IGNORE';

transmit($server, pack('C', $wanted) . padded($name, 23));
my $team = unpack 'C', receive($server, 1);
die "The server has no place for us.\n" if $team == 255;
transmit($server, "\xFF" . padded('Hello!', 40));    # a message beside your banner

while (1) {
    my $first = receive($server, 1);
    if ($first eq "\xFF") {
        warn "The server could not read a message of ours.\n";
        next;
    }
    my $turn = unpack 'v', $first . receive($server, 1);
    my ($owner, $slimes) = read_state(receive($server, WIDTH * HEIGHT + 4 * SLIMES));
    last if $turn == TURNS;
    transmit($server, pack('v C5', $turn, choose($team, $turn, $owner, $slimes)));
}
